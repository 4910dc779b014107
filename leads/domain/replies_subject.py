"""Reading a subject line: what stands before it, and whether it begins as machines begin theirs."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from leads.domain.replies_phrases import Phrases, fold

_LONGEST_SUBJECT = 1_000
_BANNER = re.compile(
    r"(?:[\[(*]+\s*(?:external|extern|externe|externo|ext|caution|spam\??)\b[^\])*]{0,40}[\])*]+"
    r"|(?:external|ext|caution|warning external)\s*:)\s*"
)
_REPLY_MARK = re.compile(
    r"(?:re|aw|antw|antwort|sv|vs|r|rif|res|odp|ynt|tr|rv|fwd?|wg|enc|i|pd|vb|vl|va|doorst|ilt|απ"
    r"|σχετ|отв|回复|答复|回覆|转发|轉寄|返信|답장|회신|전달|השב|תשובה|רד|رد|اعادة توجيه)"
    r"(?:\s*\[\d{1,3}\]|\s*\(\d{1,3}\))?\s*:\s*"
)
_END = re.compile(r"\s*(?:$|[:\])!]|- |(?:re|aw|sv|tr)\s?:)")

# From public lists of what Exchange, Gmail, GroupWise and their like write in each language.
_ABSENCE_PREFIX = Phrases(
    "out of office | out-of-office | out of office reply | out of office autoreply |"
    "out of the office | out of office auto-reply | ooo | away from office | abwesenheitsnotiz |"
    "abwesend | abwesenheit | nicht im büro | absence du bureau | absent du bureau | absence |"
    "fuera de la oficina | fuera de oficina | fora do escritório | ausência temporária |"
    "fuori sede | fuori ufficio | afwezig | afwezigheid | niet aanwezig | afwezigheidsbericht |"
    "frånvaro | fravær | poissaolo | poza biurem | nieobecność | mimo kancelář | na dovolené |"
    "na dovolenke | házon kívül | irodán kívül | ofis dışında | вне офиса | εκτός γραφείου |"
    "부재중 | 不在通知 | 不在 | 休假 | خارج المكتب | מחוץ למשרד"
)
_AUTO_PREFIX = Phrases(
    "sjálfvirkt svar | automaatvastus | automātiska atbilde | automatinis atsakymas |"
    "automatski odgovor | samodejni odgovor | аутоматски одговор | resposta automàtica |"
    "automatic reply | automatic response | automated reply | automated response | auto |"
    "auto reply | auto-reply | autoreply | auto response | auto-response | autoresponse |"
    "autoresponder | auto responder | vacation reply | vacation response | auto answer |"
    "automatische antwort | automatische rückantwort | auto-antwort | réponse automatique |"
    "réponse auto | respuesta automática | respuesta automatica: fuera de la oficina |"
    "resposta automática | risposta automatica | risposta non al computer |"
    "automatisch antwoord | automatisch bericht | autosvar | automatiskt svar |"
    "automatisk svar | automaattinen vastaus | automatyczna odpowiedź | odpowiedź automatyczna |"
    "automatická odpověď | automatická odpoveď | automatikus válasz | răspuns automat |"
    "otomatik yanıt | otomatik cevap | автоматический ответ | автоответ |"
    "автоматична відповідь | автовідповідь | автоматичен отговор | αυτόματη απάντηση |"
    "自动回复 | 自動回覆 | 自动答复 | 自動応答 | 自動返信 | 자동 회신 | 자동 응답 | 자동응답 |"
    "자동회신 | תשובה אוטומטית | מענה אוטומטי | رد تلقائي | الرد التلقائي | الرد الآلي |"
    "trả lời tự động | thư trả lời tự động | ตอบกลับอัตโนมัติ | balasan otomatis |"
    "jawapan automatik"
)
_BOUNCE = Phrases(
    "undeliverable | rejected | undelivered mail | undelivered: | delivery status notification |"
    "mail delivery fail* | mail delivery system | delivery failure | delivery has failed |"
    "message delivery fail* | returned mail | returned to sender | failure notice |"
    "message delayed | message blocked | warning: message | delivery delayed | delayed mail |"
    "message not delivered | mail system error | unzustellbar | nicht zugestellt |"
    "zustellung fehlgeschlagen | non remis | échec de la remise | non distribuable |"
    "no se puede entregar | no entregado | não é possível entregar | não entregue |"
    "impossibile recapitare | mancato recapito | onbestelbaar | niet bezorgd |"
    "kunne ikke leveres | kan ikke leveres | olevererbart | går inte att leverera |"
    "ei voi toimittaa | toimitus epäonnistui | niedostarczalne | nie można dostarczyć |"
    "nedoručitelné | nedoručiteľné | kézbesíthetetlen | nelivrabil | teslim edilemedi |"
    "teslim edilemeyen | недоставлено | не удается доставить | не доставлено |"
    "не вдалося доставити | δεν είναι δυνατή η παράδοση | αδύνατη η παράδοση | 配信不能 |"
    "配信できません | 无法传递 | 無法傳遞 | 未送达 | 退信 | 배달되지 않음 | 전송 실패 |"
    "לא ניתן למסירה | تعذر التسليم | غير قابل للتسليم"
)
_CALENDAR = Phrases(
    "reminder | erinnerung | rappel | recordatorio | lembrete | promemoria | herinnering |"
    "påminnelse | påmindelse | neue zeit vorgeschlagen | nouvelle heure proposée |"
    "nouvel horaire proposé | nueva hora propuesta | cambio de hora propuesto |"
    "novo horário proposto | nuovo orario proposto | akzeptiert | accepted | declined |"
    "tentative | tentatively accepted | canceled | cancelled | canceled event |"
    "cancelled event | canceled event with note | invitation | updated invitation |"
    "updated invitation with note | new time proposed | meeting forward  notification |"
    "new meeting booked | meeting booked | new event | rescheduled | proposed new  time |"
    "new booking | meeting canceled | meeting cancelled | event reminder | zugesagt |"
    "abgelehnt | mit vorbehalt | vorläufig zugesagt | abgesagt | einladung |"
    "aktualisierte einladung | accepté | refusé | provisoire | annulé | invitation modifiée |"
    "aceptado | aceptada | rechazado | rechazada | provisional | cancelado | cancelada |"
    "invitación | aceito | aceita | aceite | recusado | recusada | convite | accettato |"
    "rifiutato | provvisorio | annullato | invito | geaccepteerd | geweigerd | afgewezen |"
    "voorlopig | geannuleerd | uitnodiging | accepterat | accepterad | avböjt | avböjd |"
    "preliminärt | inställt | inbjudan | accepteret | afvist | foreløbig | aflyst | godtatt |"
    "avslått | avlyst | invitasjon | hyväksytty | hylätty | peruutettu | kutsu | zaakceptowano |"
    "odrzucono | zaproszenie | przyjęto | anulowano | přijato | odmítnuto | pozvánka | zrušeno |"
    "elfogadva | elutasítva | meghívó | acceptat | refuzat | invitație | kabul edildi |"
    "reddedildi | davet | принято | отклонено | приглашение | прийнято | відхилено |"
    "запрошення | αποδοχή | αποδεκτή | απόρριψη | πρόσκληση | 承諾 | 辞退 | 招待 | 已接受 |"
    "已拒绝 | 邀请 | 수락 | 수락됨 | 거절 | 거절됨 | 초대 | התקבל | נדחה | הזמנה | تم القبول |"
    "مقبول | مرفوض | دعوة"
)
_READ_RECEIPT = Phrases(
    "read | not read | read receipt | return receipt | delivered | relayed | recall | gelesen |"
    "nicht gelesen | ungelesen | lesebestätigung | zugestellt | lu | non lu | leído | lida |"
    "letto | confirmation de lecture | confirmación de lectura | confirmação de leitura |"
    "conferma di lettura | gelezen | leesbevestiging | läst | læst | lest | luettu |"
    "przeczytano | přečteno | olvasott | citit | okundu | прочтено | прочитано | αναγνώστηκε |"
    "開封済み | 已读 | 已讀 | 읽음 | נקרא | مقروءة"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject line taken apart. A beginning counts only where no reply mark stands before it."""

    bare: str
    is_reply: bool
    is_marked_inbound: bool
    absence_prefix: str
    auto_prefix: str
    bounce: str
    calendar: str
    read_receipt: str

    @property
    def machine_prefix(self) -> str:
        """The words with which a server marks an automatic answer, or nothing."""
        return self.absence_prefix or self.auto_prefix


def read_subject(raw: str, inbound_marks: Collection[str] = ()) -> Subject:
    """Take a subject apart: marks of logging tools, banners and reply marks come off first."""
    folded, is_marked = _without_marks(fold(raw[:_LONGEST_SUBJECT]), inbound_marks)
    bare, is_reply = _without_reply_marks(folded)
    begins = "" if is_reply else bare.lstrip("[(* ")
    return Subject(
        bare=bare,
        is_reply=is_reply,
        is_marked_inbound=is_marked,
        absence_prefix=_beginning(_ABSENCE_PREFIX, begins),
        auto_prefix=_beginning(_AUTO_PREFIX, begins),
        bounce=begins[: _BOUNCE.start(begins)],
        calendar=_beginning(_CALENDAR, begins),
        read_receipt=_beginning(_READ_RECEIPT, begins),
    )


def _without_marks(folded: str, marks: Collection[str]) -> tuple[str, bool]:
    # The longest first, so that no mark leaves half of another behind.
    for mark in sorted((fold(mark) for mark in marks), key=len, reverse=True):
        if mark and mark in folded:
            return folded.replace(mark, " ", 1).strip(), True
    return folded, False


def _without_reply_marks(folded: str) -> tuple[str, bool]:
    is_reply = False
    while found := _BANNER.match(folded) or _REPLY_MARK.match(folded):
        is_reply = is_reply or found.re is _REPLY_MARK
        folded = folded[found.end() :].lstrip()
    return folded, is_reply


def _beginning(phrases: Phrases, subject: str) -> str:
    """The phrase that begins the subject, if a colon, a bracket or the end follows it."""
    length = phrases.start(subject)
    return subject[:length] if length and _END.match(subject, length) else ""
