"""What absence notes say, language by language: away, when back, whom to ask instead."""

from leads.domain.replies_phrases import Phrases

# Being away. On their own these words decide nothing: people write them too.
AWAY = Phrases(
    "out sick | on a plane | no wifi | har permisjon | γραφείο είναι κλειστό | במילואים |"
    "לא זמינ* | attending the | 자리에 없* | non sono in sede | at home with our newborn |"
    "you've reached | you have reached | newborn | på barsel | stepped away | gone fishing |"
    "nicht im haus | estaré fuera | sin acceso al correo | my next working day |"
    "i work part-time | i work part time | my working days | do not work on | don't work on |"
    "will be offline | taking time off | taking some time off | on a break | honeymoon |"
    # English
    "out of office | out of the office | out-of-office | not in the office |"
    "away from the office | ooo | on leave | on annual leave | on parental leave |"
    "on maternity leave | on sick leave | on paternity leave | on medical leave |"
    "on family leave | on bereavement leave | on vacation | on my vacation | on holiday |"
    "on holidays | on pto | taking pto | on sabbatical | jury duty | away from my desk |"
    "away from my email | away from email | away from work | away on business | i am away |"
    "i'm away | i will be away | i'll be away | currently away | be away until | be away from |"
    "i am out until | i'm out until | i am out from | i'm out from | i will be out |"
    "i'll be out | am out of town | i'm out of town | out of the country | away this week |"
    "am out this week | i'm out this week | am currently out | i'm currently out |"
    "currently out of | traveling | travelling | at a conference | at a trade show |"
    "off the grid | off work | logged off | offline until | unplugged | day off | days off |"
    "i am off until | i'm off until | office is closed | offices are closed |"
    "office will be closed | we are closed for | we're closed for | closed for the holiday* |"
    "will be closed | currently unavailable | am unavailable | be unavailable |"
    "unable to check | not checking email | not be checking | no access to email |"
    "limited access to | limited email access | limited internet | checking email infrequently |"
    "checking email intermittently | intermittent access |"
    # German
    "nicht im büro | außer haus | im urlaub | in urlaub | urlaubsbedingt | abwesend |"
    "abwesenheit | in elternzeit | in mutterschutz | nicht erreichbar | auf dienstreise |"
    "auf geschäftsreise | derzeit nicht am platz | nicht am arbeitsplatz | krankgeschrieben |"
    "büro ist geschlossen | betriebsferien | betriebsurlaub |"
    # French
    "absent | absente | absents | pendant mon absence | durant mon absence | en congé |"
    "en congés | en vacances | en déplacement | en arrêt | hors du bureau | pas au bureau |"
    "congé maternité | congé parental | bureaux sont fermés | actuellement indisponible |"
    # Spanish
    "fuera de la oficina | fuera de oficina | de vacaciones | ausente | de baja | de viaje |"
    "de permiso | me encuentro fuera | no estoy en la oficina | no estaré en la oficina |"
    "estaré ausente | oficina permanecerá cerrada |"
    # Portuguese
    "fora do escritório | de férias | em férias | de licença | em licença | em viagem |"
    "viajando | ausência | estarei fora | não estou no escritório |"
    # Italian
    "fuori ufficio | fuori sede | in ferie | assente | in maternità | in malattia |"
    "in trasferta | non sono in ufficio | non sarò in ufficio | in vacanza |"
    "uffici sono chiusi | chiusura estiva |"
    # Dutch
    "afwezig* | niet op kantoor | niet aanwezig | met vakantie | op vakantie | met verlof |"
    "zwangerschapsverlof | buiten kantoor | uit kantoor |"
    # Swedish, Danish, Norwegian
    "inte på kontoret | på semester | har semester | tjänstledig* | föräldraledig* |"
    "sjukskriven | bortrest | är ledig | på tjänsteresa | ikke på kontoret | holder ferie |"
    "på ferie | har ferie | på orlov | på barsel | barselsorlov | i permisjon |"
    "foreldrepermisjon | på reise | på rejse | bortreist | bortrejst | fraværende |"
    "ikke til stede | ute av kontoret | ude af kontoret | holder fri | har fri |"
    # Finnish
    "poissa toimistosta | lomalla | vapaalla | poissa | en ole toimistolla | vuosilomalla |"
    "virkavapaalla | vanhempainvapaalla | matkoilla | työmatkalla |"
    # Polish
    "na urlopie | poza biurem | nieobecn* | na zwolnieniu | w delegacji | nie ma mnie w biurze |"
    "urlopie macierzyńskim |"
    # Czech and Slovak
    "mimo kancelář | mimo kanceláře | mimo kancelárie | mimo kanceláriu | na dovolené |"
    "na dovolenke | čerpám dovolenou | čerpám dovolenku | nepřítom* | neprítom* |"
    "na služební cestě | na služobnej ceste | nejsem v kanceláři | nie som v kancelárii |"
    "dovolenou | nebudu v kanceláři |"
    # Hungarian
    "szabadságon | házon kívül | irodán kívül | nem vagyok az irodában | távol vagyok |"
    "távol leszek | nem vagyok elérhető | szabadságomat töltöm |"
    # Romanian
    "în concediu | nu sunt la birou | plecat din birou | în afara biroului | în delegație |"
    "nu mă aflu la birou | voi lipsi |"
    # Turkish
    "izindeyim | izinliyim | yıllık izin* | ofis dışında* | izinde olaca* | ofiste değilim |"
    "doğum izni* | seyahatteyim | tatildeyim |"
    # Russian and Ukrainian
    "в отпуске | отсутствую | отсутствовать | вне офиса | в командировке | на больничном |"
    "нахожусь в отпуске | у відпустці | відсутній | відсутня | у відрядженні | поза офісом |"
    # Greek
    "εκτός γραφείου | σε άδεια | με άδεια | απουσιάζω | θα απουσιάζω | λείπω | σε διακοπές |"
    # Japanese, Chinese, Korean
    "不在 | 休暇 | 外出 | 出張 | お休み | 休業 | 休假 | 不在办公室 | 不在辦公室 | 出差 | 度假 |"
    "年假 | 放假 | 부재중 | 휴가 | 출장 | 자리를 비* | 육아휴직 | 부재 |"
    # Arabic and Hebrew
    "خارج المكتب | في إجازة | إجازة سنوية | غير متواجد* | لست في المكتب | בחופשה | לא במשרד |"
    "בחופשת | מחוץ למשרד | נעדר* | אינני במשרד |"
    # Vietnamese, Indonesian, Thai
    "nghỉ phép | vắng mặt | không có mặt | sedang cuti | di luar kantor |"
    "tidak berada di kantor | ลาพักร้อน | ไม่อยู่ที่สำนักงาน | ลาหยุด"
)

# Somebody else to ask, or what to do when it is urgent.
OTHER_CONTACT = Phrases(
    "can help in the meantime | in the meantime | has been forwarded | have been forwarded |"
    "wird weitergeleitet | wurde weitergeleitet | escriban a | escriba a | escribir a |"
    "scrivere a | llame a | llamar a | läses inte | call the office | ring the office |"
    "should you need | is covering | my colleague | my colleagues | mein kollege |"
    "meine kollegin | ma collègue | mon collègue | sera traité par | mi compañer* | meu colega |"
    "minha colega | mio collega | mia collega | mijn collega | min kollega | kollegámat |"
    "kollégámat | covers for me | covering for me | something is on fire | urgent | urgently |"
    "emergency | emergencies | in my absence | please contact | please reach out |"
    "please call the | please call our | please direct | please forward your | direct your |"
    "direct questions | immediate assistance | immediate help | immediate attention |"
    "contact the office | contact our office | contact my | reach my | kindly contact |"
    "time-sensitive | can't wait | in dringenden fällen | dringenden | dringende |"
    "wenden sie sich | wende dich | vertretung | vertreten | kontaktieren sie |"
    "en cas d'urgence | urgence* | merci de contacter | veuillez contacter |"
    "vous pouvez contacter | vous adresser à | urgente | urgentes | urgencia |"
    "póngase en contacto | contacte con | contacte a | contactar con | diríjase a |"
    "comuníquese con | urgência | fale com | entre em contato | contacte | contatar | urgenza |"
    "urgenze | urgenti | contattare | rivolgersi | può contattare | dringend | spoed |"
    "contact opnemen met | neem contact op | brådskande | kontakta | vänligen kontakta | akuta |"
    "hastesager | haster | hastende | hvis det haster | kontakt venligst | kontakt gerne |"
    "vennligst kontakt | ta kontakt med | kontakte | bedes du kontakte | kiireellis* |"
    "kiireisissä | ottakaa yhteyttä | ota yhteyttä | yhteyttä | w pilnych | pilne |"
    "proszę o kontakt | proszę kontaktować | v naléhav* | v súrnych | urgentních | naliehav* |"
    "obraťte se | obráťte sa | kontaktujte | sürgős* | forduljon | forduljanak | keresse |"
    "kérem keresse | urgențe | contactați | adresați-vă | acil | iletişime geç* |"
    "irtibata geç* | ulaşabilirsiniz | по срочным | срочным вопросам | срочн* | обращайтесь |"
    "обратитесь | свяжитесь | терміново* | термінових | звертайтеся | звертайтесь | επείγον* |"
    "επείγουσ* | επικοινωνήστε | απευθυνθείτε | 緊急 | お急ぎ | 代わりに | までご連絡ください |"
    "紧急 | 緊急事宜 | 請聯絡 | 请联系 | 請聯繫 | 请联络 | 급한 | 긴급 | 급하신 | 에게 연락 |"
    "로 연락 | 연락 주시 | 연락하시 | للأمور العاجلة | العاجلة | عاجل | الحالات الطارئة |"
    "يرجى التواصل | يرجى الاتصال | الرجاء التواصل | דחופים | דחוף | נא לפנות | ניתן לפנות |"
    "אנא פנו | khẩn cấp | vui lòng liên hệ | mendesak | silakan hubungi | เร่งด่วน | กรุณาติดต่อ"
)

# The writer will answer later, the mail lies where it is: nobody types this anew each time.
REPLY_LATER = Phrases(
    "will reply on my return | reply upon my return | reply when i return |"
    "reply when i'm back | reply when i am back | respond when i return |"
    "respond upon my return | respond when i'm back | respond when i am back |"
    "respond on my return | get back to you when i return | get back to you upon |"
    "get back to you on my return | answer when i'm back | respond to your message when |"
    "respond to your email when | respond to your email upon | respond to your message upon |"
    "reply to your email when | reply to your email upon | reply to your message when |"
    "reply to your message upon | when i return to the office | upon my return | on my return |"
    "as soon as i return | as soon as i am back | once i'm back | once i am back |"
    "response may be delayed | reply may be delayed | delay in my response | delayed response |"
    "will be delayed | slow to respond | slow to reply | nach meiner rückkehr |"
    "bei meiner rückkehr | nicht weitergeleitet | wird nicht gelesen | à mon retour |"
    "dès mon retour | ne seront pas lus | a mi regreso | a mi vuelta | responderé cuando |"
    "no meu retorno | quando eu retornar | assim que retornar | quando voltar responderei |"
    "ao meu regresso | quando regressar | al mio rientro | al mio ritorno |"
    "dopo il mio rientro | bij mijn terugkomst | na mijn terugkeer | bij terugkomst |"
    "wordt niet doorgestuurd | när jag är tillbaka | vid återkomst | när jag kommer tillbaka |"
    "når jeg er tilbage | når jeg er tilbake | ved min tilbagekomst | når jeg kommer tilbake |"
    "når jeg vender tilbage | kun palaan | palattuani | po powrocie | po mém návratu |"
    "po návratu | po návrate | visszaérkezésem után | visszatérésem után | visszatérek |"
    "la întoarcere | la revenire | döndüğümde | dönüşümde | dönüşte | после возвращения |"
    "по возвращении | після повернення | με την επιστροφή | μόλις επιστρέψω | 戻り次第 |"
    "復帰後 | 改めて | 回来后 | 返回后 | 回來後 | 回到办公室后 | 복귀 후 | 돌아와서 |"
    "복귀하는 대로 | عند عودتي | فور عودتي | בשובי | עם שובי | כשאחזור"
)

# How notes begin.
THANKS_FOR_MAIL = Phrases(
    "thank you for your email | thank you for your e-mail | thank you for your message |"
    "thanks for your email | thanks for your e-mail | thanks for your message |"
    "thank you for your mail | thanks for your mail | thank you for emailing |"
    "thanks for emailing | thank you for your note | thanks for your note | thanks for writing |"
    "thank you for writing | vielen dank für ihre nachricht | vielen dank für ihre e-mail |"
    "danke für ihre nachricht | vielen dank für deine nachricht | danke für deine nachricht |"
    "vielen dank für ihre mail | danke für ihre mail | danke für ihre e-mail |"
    "merci pour votre message | merci de votre message | merci pour votre mail |"
    "merci pour votre courriel | gracias por su mensaje | gracias por su correo |"
    "gracias por tu mensaje | gracias por tu correo | obrigado pela sua mensagem |"
    "obrigada pela sua mensagem | obrigado pelo seu | obrigado pela mensagem |"
    "grazie per il messaggio | grazie per la sua | grazie per il suo | bedankt voor uw bericht |"
    "dank voor uw bericht | bedankt voor uw e-mail | tack för ditt mejl | bedankt voor je |"
    "tack för ditt mail | tack för ditt meddelande | tack för din e-post | tak for din mail |"
    "tak for din besked | tak for din e-mail | takk for din e-post | takk for e-posten |"
    "takk for meldingen | kiitos viestistäsi | kiitos sähköpostistasi | dziękuję za wiadomość |"
    "dziękuję za e-mail | děkuji za zprávu | děkuji za váš e-mail | ďakujem za správu |"
    "ďakujem za váš | děkuji za vaši zprávu | köszönöm levelét | köszönöm üzenetét |"
    "mulțumesc pentru mesaj | vă mulțumesc pentru mesaj* | e-postanız için | mesajınız için |"
    "спасибо за ваше письмо | спасибо за письмо | спасибо за сообщение | дякую за лист |"
    "дякую за ваш лист | σας ευχαριστώ για το | ευχαριστώ για το μήνυμα | メールありがとう* |"
    "ご連絡ありがとう* | 感谢您的来信 | 感謝您的來信 | 感谢来信 | 메일 감사합니다 |"
    "메일을 보내 주셔서 | شكرا على رسالتك | شكرا لرسالتك | شكرا لتواصلك | תודה על פנייתך |"
    "תודה על הודעתך | תודה על המייל"
)

# The hedge words before a day on which somebody is back; the day itself is read elsewhere.
BACK = Phrases(
    "back | erst wieder | catch up when | back on | back in the office | back at work |"
    "be back | i'm back | am back | return on | returning on | returning | i return |"
    "will return | wieder im büro | wieder erreichbar | wieder da | zurück am |"
    "wieder für sie da | de retour | je reviens | regreso el | vuelvo el | estaré de vuelta |"
    "volveré | retorno em | volto em | estarei de volta | retornarei | rientro il |"
    "sarò di nuovo | rientrerò | tornerò | terug op | weer aanwezig | åter den |"
    "åter på kontoret | tillbaka den | tillbaka på | tilbage den | tilbage på | tilbake den |"
    "tilbake på | palaan | wracam | będę z powrotem | wrócę | vrátím se | vrátim sa | zpět v |"
    "budu zpět | visszatérek | revin | mă întorc | döneceğim | dönüyorum | вернусь | повернуся |"
    "επιστρέφω | θα επιστρέψω | 戻ります | 復帰 | 返回 | 回来 | 복귀 | 돌아옵니다 | أعود |"
    "سأعود | אחזור | אשוב"
)
