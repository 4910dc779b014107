"""Wording of machines: failed delivery, calendars, held mail, left-the-firm notices."""

from leads.domain.replies_phrases import Phrases

FAILED_DELIVERY = (
    Phrases(
        "couldn't be delivered | could not be delivered | wasn't delivered | was not delivered |"
        "unable to deliver | delivery has failed | delivery failed | failed to deliver |"
        "not be delivered | has been delayed | delivery to the following | returned to sender |"
        "undeliverable | will not be retried | permanent error | permanent failure |"
        "kein zustellversuch | konnte nicht zugestellt | nachrichtenzustellung |"
        "nicht zustellbar | n'a pas pu être remis | n'a pas été remis | échec de la remise |"
        "n'a pu être distribué | no se pudo entregar | no se ha podido entregar |"
        "no ha podido entregarse | não foi entregue | não pôde ser entregue |"
        "não foi possível entregar | recapito non riuscito | non è stato recapitato |"
        "impossibile recapitare | kon niet worden bezorgd | kunde inte levereras |"
        "gick inte att leverera | kunne ikke leveres | ikke leveret | ei voitu toimittaa |"
        "nie została dostarczona | nie można dostarczyć | nebylo možné doručit |"
        "nepodařilo se doručit | se nepodařilo | nem sikerült kézbesíteni | nem kézbesíthető |"
        "nu a putut fi livrat | teslim edilemedi | не удалось доставить | не доставлено |"
        "не вдалося доставити | δεν ήταν δυνατή η παράδοση | δεν παραδόθηκε | 配信できません |"
        "配信に失敗 | 无法送达 | 無法傳遞 | 배달하지 못 | 전송하지 못 | 배달되지 |"
        "תיבת הדואר מלאה | לא נמסרה | تعذر تسليم | لم يتم تسليم"
    ),
    Phrases(
        "address not found | address couldn't be found | address could not be found |"
        "user unknown | no such user | unknown user | does not exist | mailbox is full |"
        "mailbox full | over quota | quota exceeded | mailbox unavailable | recipient rejected |"
        "relay access denied | blocked by our | rejected by our | rejected by the |"
        "blocked by the recipient | rejected by the recipient | access denied |"
        "message rejected | konnte nicht gefunden werden | postfach ist voll |"
        "empfänger unbekannt | adresse introuvable | boîte aux lettres est pleine |"
        "dirección no encontrada | buzón lleno | endereço não encontrado |"
        "caixa de correio cheia | indirizzo non trovato | casella piena | adres niet gevonden |"
        "diagnostic information | final-recipient | remote server returned | the response was |"
        "smtp error | smtp; | status: 5 | status: 4"
    ),
)
SMTP_CODE = (
    r"(?<![\d.])(?:[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}|[45]\.\d\.\d{1,3}"
    r"|#?(?:550|552|554|421|450|451|452))(?![\d.])"
)

# Notices of programs that nobody types; one is enough.
MACHINE_NOTICES = Phrases(
    "fight spam | only accept mail from | junk review | sign-in to your account |"
    "virtual assistant | digital assistant | ai assistant | chatbot | i'm a bot | i am a bot |"
    "out for delivery | si è letto | the person you are trying to reach | mailbox is closed |"
    "this message was encrypted | open the portal | log in to view | sent you a message on |"
    "has sent you a message | no longer accept | supplier portal | vendor portal |"
    "account is ready | account has been created | this is a reminder of your |"
    "your upcoming appointment | click here to view | click the link below to |"
    "view this message online | was read on | was deleted without being read |"
    "has been read by | wurde gelesen am | a été lu le | fue leído | foi lida em |"
    "è stato letto | is gelezen op | would like to recall the message |"
    "has been delivered to the following | delivery to these  recipients or groups is complete |"
    "awaits moderator | list moderator | moderator approval | is being held | held until |"
    "held for review | held messages | message is on hold | quarantine digest |"
    "messages in quarantine | quarantined messages | one-time verification |"
    "confirm you are human | confirm that you are human | prove you are human |"
    "approved sender | approved senders | approve yourself | guest list | sender verification |"
    "verify your address | verify that you are | to deliver it, click |"
    "complete the verification | captcha | new voicemail | voicemail from | voice message from |"
    "missed call from | you have received a new fax | incoming fax | fax from |"
    "encrypted message | secure message from | view secure message | has invited you to |"
    "shared a file with you | shared a document | has been shared with you | has viewed your |"
    "please rate | rate your experience | how did we do | satisfaction survey |"
    "take our survey | verification code | reset your password | wants to connect |"
    "bitte bestätigen sie, dass sie ein mensch | zustellung bestätigen |"
    "vérifier que vous êtes humain | verifique que es humano"
)
MACHINE_SUBJECTS = Phrases(
    "new voicemail | voicemail from | missed call | incoming fax | new fax | fax received |"
    "quarantine | spam digest | held messages | message held | awaits moderator approval |"
    "confirm you are human | verification required | please verify | address change |"
    "email address change | change of address | new email address | neue e-mail-adresse |"
    "how did we do | survey | secure message | encrypted message"
)
ADDRESS_CHANGE = Phrases(
    "address will be retired | address is being retired | address will be deactivated |"
    "from now on | email address has changed | e-mail address has changed |"
    "new email address is | update your records | update your address book |"
    "address is no longer in use | address is no longer active | mailbox is no longer active |"
    "account is no longer active | account has been deactivated | account is closed |"
    "adresse hat sich geändert | adresse wird nicht mehr | postfach wird nicht mehr |"
    "adresse a changé | n'est plus active | dirección ha cambiado | ya no está activa |"
    "endereço mudou | indirizzo è cambiato | non è più attiv* | adres is gewijzigd |"
    "adressen används inte | adresse er ændret"
)
BULK_MAIL = Phrases(
    "unsubscribe | view in browser | view this email in | manage preferences |"
    "email preferences | you are receiving this | all rights reserved |"
    "update your preferences | abmelden | se désabonner | se désinscrire | darse de baja |"
    "cancelar inscrição | disiscriviti | afmelden | avprenumerera | special offer | % off |"
    "free shipping | shop now"
)

# The contact left the firm. Each list is looked up apart: who speaks decides who wrote.
LEFT_AS_TOLD_BY_OTHERS = Phrases(
    "is not with the business any* | is not with the company any* | is not with us any* |"
    "not with the company anymore | is no longer here | is no longer with |"
    "is no longer employed | is no longer working for | is no longer working at |"
    "is no longer working with | is no longer at | is no longer a part | is no longer part |"
    "are no longer with | no longer works | no longer work for us | doesn't work here |"
    "does not work here | has left the company | has left the organi* | has left the business |"
    "has left the firm | has left our | has left us | left the company | has retired |"
    "is retired | has moved on from | has departed | no longer an employee |"
    "arbeitet nicht mehr | nicht mehr im unternehmen | nicht mehr bei uns | nicht mehr für uns |"
    "hat das unternehmen verlassen | hat unser unternehmen | im ruhestand | ausgeschieden |"
    "ne travaille plus | ne fait plus partie | a quitté la société | a quitté l'entreprise |"
    "a quitté notre | n'est plus parmi | ya no trabaja | ya no forma parte | não trabalha mais |"
    "já não trabalha | não faz mais parte | não faz parte | non lavora più | non fa più parte |"
    "ha lasciato l'azienda | werkt niet meer | niet langer werkzaam | niet meer werkzaam |"
    "arbetar inte längre | jobbar inte längre | har slutat | arbejder ikke længere |"
    "er ikke længere ansat | er stoppet hos | er fratrådt | jobber ikke lenger | har sluttet |"
    "ei ole enää | ei työskentele enää | już nie pracuje | nie pracuje już | již nepracuje |"
    "už nepracuje | uz nepracuje | už nie je | már nem dolgozik | nu mai lucrează |"
    "artık çalışmamaktadır | artık çalışmıyor | işten ayrılmıştır | больше не работает |"
    "уволился | більше не працює | δεν εργάζεται πλέον | δεν εργάζεται πια | 退職 | 退社 |"
    "离职 | 離職 | 不在本公司 | 퇴사 | 퇴직 | لم يعد يعمل | لم تعد تعمل | כבר לא עובד* |"
    "אינו עובד עוד | אינה עובדת עוד | עזב את החברה"
)
LEFT_AS_TOLD_BY_SELF = Phrases(
    "i am no longer with | i'm no longer with | i am no longer at | i'm no longer at |"
    "i no longer work | i am no longer employed | i'm no longer employed | i have left |"
    "i've left | i have retired | i've retired | i am retired | i'm retired | i retired |"
    "i am leaving the company | my last day | no longer with | left my job |"
    "arbeite nicht mehr | bin nicht mehr bei | bin nicht mehr im | je ne travaille plus |"
    "je ne fais plus partie | j'ai quitté | ya no trabajo | não trabalho mais |"
    "já não trabalho | non lavoro più | ik werk niet meer | ik ben niet langer |"
    "jag arbetar inte längre | jag jobbar inte längre | jag har slutat |"
    "jeg arbejder ikke længere | jeg jobber ikke lenger | jeg har sluttet |"
    "en työskentele enää | już nie pracuję | nie pracuję już | už nepracuji | již nepracuji |"
    "už nepracujem | már nem dolgozom | nu mai lucrez | artık çalışmıyorum |"
    "я больше не работаю | я більше не працюю | δεν εργάζομαι πλέον"
)

# Calendar programs.
CALENDAR_WORDS = Phrases(
    "join on your computer | meeting id: | passcode: | join the meeting now | upcoming event |"
    "has accepted this invitation | has declined this invitation | has tentatively accepted |"
    'has replied maybe | has replied "maybe" | invitation from google calendar |'
    "booked a meeting | scheduled a meeting with you | reschedule or cancel |"
    "you have been invited | this event has been | has been canceled |"
    "has been cancelled and removed | you have been sent this email because |"
    "you are receiving this email because you are subscribed to calendar | view all guest info |"
    "microsoft teams meeting | join zoom meeting | join with google meet | event type: |"
    "invitee: | calendar invite | forwarded this invitation | einladung von google |"
    "hat diese einladung | invitation de google | a accepté cette invitation |"
    "a refusé cette invitation | invitación de google | ha aceptado esta invitación |"
    "ha rechazado esta invitación | ha aceptado la invitación | ha rechazado la invitación |"
    "convite do google | aceitou este convite | recusou este convite | aceitou o convite |"
    "recusou o convite | invito da google | ha accettato questo invito |"
    "ha rifiutato questo invito | uitnodiging van google | heeft deze uitnodiging |"
    "inbjudan från google | har accepterat inbjudan | har tackat ja till inbjudan |"
    "invitation fra google | har accepteret invitationen | invitasjon fra google |"
    "har godtatt invitasjonen | zaproszenie z kalendarza | zaakceptował* to | google kalendář* |"
    "google naptár* | google takvim | google календар* | google カレンダー | google 日历 |"
    "google 캘린더 | تقويم google | יומן google"
)
CALENDAR_LINES = Phrases(
    "when | where | who | wann | wo | wer | quand | où | qui | cuándo | dónde | quién | quando |"
    "onde | quem | dove | wanneer | waar | när | var | hvornår | hvor | når | kiedy | gdzie |"
    "calendar | organizer | guests | joining info | meeting id | passcode | время | когда |"
    "где | 日時 | 時間 | 时间 | 일시 | 시간 | מתי | איפה | المكان"
)
NOTE_FOLLOWS = Phrases(
    "with this note | with the note | with a note | mit dieser notiz | mit folgender notiz |"
    "avec cette note | avec la note | con esta nota | con la nota | com esta nota |"
    "com esta observação | con questa nota | met deze notitie | met deze opmerking |"
    "med den här | med denne | z notatką | s touto poznámkou | ezzel a megjegyzéssel |"
    "şu notla | с примечанием | με αυτήν τη σημείωση | このメモ | 附带此备注 | 메모"
)

WANTS_OUT = Phrases(
    "remove me | remove us | take me off | take us off | off your list | unsubscribe |"
    "stop emailing | stop contacting | stop sending | don't contact | do not contact me |"
    "do not email me | opt out | not interested | no interest | no longer interested |"
    "we'll pass | we will pass | i'll pass | leave me alone | no thanks | no thank you |"
    "kein interesse | nicht interessiert | nehmen sie mich | streichen sie |"
    "keine weiteren e-mails | bitte austragen | pas intéressé* | retirez-moi | désinscri* |"
    "désabonne* | ne souhaite plus recevoir | no me interesa | no nos interesa |"
    "no estoy interesad* | no estamos interesad* | darme de baja | denme de baja | elimíneme |"
    "sem interesse | não tenho interesse | não temos interesse | me remova | remova meu |"
    "retire meu | non sono interessat* | non siamo interessat* | non mi interessa |"
    "rimuovetemi | cancellatemi | geen interesse | niet geïnteresseerd | haal mij van |"
    "inte intresserad* | ta bort mig | ikke interesseret | ikke interessert | fjern mig |"
    "fjern meg | ei kiinnosta | emme ole kiinnostuneita | poistakaa |"
    "nie jestem zainteresowan* | nie jesteśmy zainteresowani | proszę o usunięcie |"
    "proszę mnie usunąć | nemám zájem | nemáme zájem | nemám záujem | nemáme záujem |"
    "nem érdekel | nem érdekli | nu mă interesează | nu suntem interesați | ilgilenmiyor* |"
    "listenizden çıkar* | не интересно | не интересует | не заинтересован* | отпишите |"
    "удалите меня | не цікавить | не зацікавлен* | видаліть мене | δεν ενδιαφέρ* | διαγράψτε |"
    "興味がありません | 興味はありません | 配信停止 | 必要ありません | 不感兴趣 | 没兴趣 |"
    "不需要 | 退订 | 관심 없 | 관심이 없 | 수신 거부 | 수신거부 | غير مهتم | غير مهتمين |"
    "לא מעוניין | לא מעוניינ* | תסירו אותי | הסירו אותי"
)
