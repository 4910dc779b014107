"""Invented messages of every kind and many languages, each with the verdict that a person gives."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from leads.domain.replies import Message, judge
from leads.domain.touches import Verdict

OURS = ("kiss-locks.example",)
QUOTE = (
    "\n\nOn Mon, Nov 2, 2026 at 8:05 AM Rita Roe <rita@kiss-locks.example> wrote:\n> Out of office?"
)
OUTLOOK = (
    "\n\nFrom: Rita Roe <rita@kiss-locks.example>\nSent: Monday, November 2\nSubject: Trial\n\nHi"
)


@dataclass(frozen=True)
class Case:
    """One labelled message."""

    want: Verdict
    subject: str
    text: str
    sender: str = "ann@barn-storage.example"
    flag: bool | None = None
    direction: str = "INCOMING_EMAIL"
    status: str = "SENT"

    def message(self) -> Message:
        return Message(
            direction=self.direction,
            status=self.status,
            subject=self.subject,
            text=self.text,
            from_email=self.sender,
            out_of_office=self.flag,
            sent_at=datetime(2026, 11, 3, 9, tzinfo=UTC),
        )


H, OOO, A, B = Verdict.HUMAN, Verdict.OOO, Verdict.AUTO, Verdict.BOUNCE
ACK, CAL, OWN = Verdict.ACK, Verdict.CALENDAR, Verdict.COLLEAGUE

PEOPLE = (
    Case(H, "Re: Trial padlock", "Sure" + QUOTE),
    Case(H, "RE: Trial padlock", "Nope." + OUTLOOK),
    Case(
        H, "Re: Trial padlock", "Off until Thursday, but go ahead and send two more to the depot."
    ),
    Case(
        H, "Re: Out of Office: Trial padlock", "Home again. We mounted it on door 9, it holds well."
    ),
    Case(
        H,
        "Automatic reply: Trial padlock",
        "It arrived, thanks! Who do I pay?\n\nSent from my iPhone",
    ),
    Case(H, "Re: Trial padlock", "Stop emailing me."),
    Case(
        H, "Re: Trial padlock", "Thank you for your message. We bought from somebody else in May."
    ),
    Case(H, "Re: Trial padlock", "I'm not the right person for this, Ben Moss buys our hardware."),
    Case(H, "Canceled: Trial call", "Canceled! Something came up, can we do next week?"),
    Case(
        H,
        "Re: Trial padlock",
        "My previous answer bounced, so once more: yes, we would like a price.",
    ),
    Case(
        H,
        "Trial padlock",
        "Hello Rita, we are closing two sites in spring and my son takes over then.",
    ),
    Case(
        H,
        "FW: Trial padlock",
        "Carl, have a look at this please.\n\n---------- Forwarded message ----\nx",
    ),
    Case(
        H, "AW: Probeschloss", "Guten Tag, bin bis Freitag im Urlaub. Rufen Sie mich am Montag an?"
    ),
    Case(
        H,
        "RE: Cadenas d'essai",
        "Je l'ai testé hier, ça marche. Quel est le tarif pour 80 portes ?",
    ),
    Case(H, "RV: Candado", "Buenos días, nos gusta. Estoy de viaje esta semana, llámeme el lunes."),
    Case(H, "RES: Cadeado", "Já temos outro fornecedor, obrigado."),
    Case(H, "R: Lucchetto di prova", "Arrivato ieri. Mi mandi un preventivo per 40 porte?"),
    Case(H, "SV: Prøvelås", "Låsen virker fint. Hvad koster 60 stk.?"),
    Case(H, "RE: Zkušební zámek", "Dobrý den, zámek dorazil a funguje. Kolik stojí 50 kusů?"),
    Case(H, "RE: Próbazár", "Megérkezett, köszönjük! Mennyibe kerül száz darab?"),
    Case(
        H, "YNT: Deneme kilidi", "Kilit geldi, çok iyi çalışıyor. Fiyat teklifi gönderir misiniz?"
    ),
    Case(H, "Re: Пробный замок", "Замок получили, работает. Сколько стоит партия?"),
    Case(H, "ΑΠ: Δοκιμαστική κλειδαριά", "Έφτασε χθες. Πόσο κοστίζει για 30 πόρτες;"),
    Case(H, "회신: 시험용 자물쇠", "잘 받았습니다. 다음 주에 통화 가능할까요?"),
    Case(H, "رد: القفل التجريبي", "وصل القفل أمس. كم السعر لمئة باب؟"),
    Case(H, "השב: מנעול לניסיון", "הגיע אתמול, עובד מצוין. כמה עולה ל-40 דלתות?"),
)

ABSENT = (
    Case(
        OOO,
        "Automatic reply: Trial padlock",
        "I am away until November 16. Ben Moss covers for me.",
        flag=True,
    ),
    Case(
        OOO,
        "Re: Trial padlock",
        "Hi, thanks for writing. I'm on PTO through Nov 13 with limited access to mail.",
    ),
    Case(
        OOO,
        "Trial padlock",
        "I'm traveling and will be back on Monday. If urgent, text me at 555 0177.",
    ),
    Case(OOO, "[EXT] Out of the office: Trial padlock", "On parental leave. Ben covers for me."),
    Case(
        OOO,
        "Abwesenheitsnotiz: Probeschloss",
        "Ab dem 17.11. bin ich wieder im Büro. Ihre Mail wird nicht gelesen.",
    ),
    Case(
        OOO,
        "Probeschloss",
        "Vielen Dank für Ihre Nachricht. Ich bin im Urlaub und ab 20. November wieder da.",
    ),
    Case(
        OOO,
        "Absence du bureau : Cadenas",
        "En congés jusqu'au 12/11. Pour toute urgence, voir avec l'accueil.",
    ),
    Case(OOO, "Fuera de la oficina: Candado", "Estaré de vacaciones hasta el 15 de noviembre."),
    Case(OOO, "Fora do escritório: Cadeado", "Estou de licença até 30/11. Retorno em dezembro."),
    Case(OOO, "Fuori sede: Lucchetto", "Sono in ferie, rientro il 14 novembre."),
    Case(OOO, "Frånvaro: Provlås", "Jag är föräldraledig. Kontakta Eva vid brådskande frågor."),
    Case(
        OOO,
        "Automatisk svar: Prøvelås",
        "Jeg holder ferie til og med 13. november. Ved hastesager: ring 5550 1234.",
    ),
    Case(OOO, "Automatická odpověď: Zámek", "Jsem na dovolené do 18. listopadu."),
    Case(
        OOO,
        "Automatikus válasz: Zár",
        "Szabadságon vagyok november 20-ig. Sürgős esetben forduljon az irodához.",
    ),
    Case(
        OOO,
        "Otomatik yanıt: Kilit",
        "15 Kasım tarihine kadar yıllık izindeyim. Acil durumlarda ofisi arayınız.",
    ),
    Case(
        OOO,
        "Автоматический ответ: Замок",
        "Я в отпуске до 16 ноября. По срочным вопросам пишите в офис.",
    ),
    Case(OOO, "Αυτόματη απάντηση: Κλειδαριά", "Απουσιάζω με άδεια έως 12 Νοεμβρίου."),
    Case(OOO, "부재중: 자물쇠", "휴가 중입니다. 11월 18일에 복귀합니다."),
    Case(OOO, "رد تلقائي: القفل", "أنا في إجازة حتى 15 نوفمبر."),
    Case(OOO, "תשובה אוטומטית: מנעול", "אני בחופשה עד 14 בנובמבר. לנושאים דחופים נא לפנות למשרד."),
)

MACHINES = (
    Case(
        A, "Automatic reply: Trial padlock", "Ann Oak has retired. Please contact Ben Moss instead."
    ),
    Case(
        A,
        "Probeschloss",
        "Frau Eiche arbeitet nicht mehr für uns. Bitte wenden Sie sich an info@lager.example.",
    ),
    Case(A, "Gelesen: Probeschloss", ""),
    Case(
        A,
        "Message held",
        "Your message is in quarantine. Add yourself to the approved senders.",
        "mx@gate.example",
    ),
    Case(A, "Missed call", "You have a missed call from +1 555 0199.", "notifications@pbx.example"),
    Case(A, "unsubscribe", ""),
    Case(A, "Weekly digest", "Three new posts in your group this week.", "no-reply@club.example"),
    Case(B, "Mail delivery failed", "550 5.1.1 user unknown", "Mailer-Daemon@mx.example"),
    Case(
        B,
        "Undeliverable: Trial padlock",
        "The recipient's mailbox is full.",
        "postmaster@barn.example",
    ),
    Case(B, "Non remis : Cadenas", "Adresse introuvable.", "postmaster@boite.example"),
    Case(
        B,
        "Trial padlock",
        "Hello Ann",
        "rita@kiss-locks.example",
        direction="EMAIL",
        status="FAILED",
    ),
    Case(
        ACK,
        "Case # 4411 created",
        "Thank you for contacting Barn Storage. We will respond within 24 hours.",
    ),
    Case(
        ACK,
        "Ihre Anfrage",
        "Ihre Nachricht ist bei uns eingegangen. Wir melden uns schnellstmöglich.",
    ),
    Case(
        ACK,
        "Re: Lucchetto",
        "Abbiamo ricevuto la sua richiesta. Messaggio generato automaticamente.",
    ),
    Case(ACK, "Ваше обращение № 77", "Спасибо за обращение. Мы свяжемся с вами в ближайшее время."),
    Case(CAL, "Tentative: Trial call", ""),
    Case(
        CAL,
        "Refusé : Appel",
        "A refusé cette invitation.\nQuand : mardi\nInvitation de Google Agenda",
    ),
    Case(
        CAL,
        "Invitation: Trial call @ Tue Nov 10",
        "You have been invited.\nWhen: Tue\nJoin with Google Meet",
    ),
    Case(
        OWN,
        "Re: Trial padlock",
        "I am out of office, take over please?",
        "omar@mail.kiss-locks.example",
    ),
    Case(OWN, "Trial padlock", "Hi Ann, any news?", "rita@kiss-locks.example", direction="EMAIL"),
)


@pytest.mark.parametrize(
    "case", PEOPLE + ABSENT + MACHINES, ids=lambda case: case.text[:40] or case.subject
)
def test_a_labelled_message_gets_its_label(case: Case) -> None:
    found = judge(case.message(), own_domains=OURS)
    assert found.verdict is case.want, found.because
