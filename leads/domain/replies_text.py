"""Cutting a mail down to its new words: no quoted thread, signature, banner or disclaimer."""

import re
from dataclasses import dataclass

from leads.domain.replies_html import words_of_html
from leads.domain.replies_phrases import Phrases, fold

# Far more than anybody writes above a quoted thread; keeps the work bounded.
_LONGEST_TEXT = 50_000
_LONGEST_HTML = 300_000
_LONGEST_LINE = 400
_VOTING_LENGTH = 5_000

_WROTE = Phrases(
    "wrote | schrieb* | a écrit | escribió | escreveu | ha scritto | schreef | skrev |"
    "kirjoitti | napisał* | napsal* | napísal* | ezt írta | írta | a scris | yazdı |"
    "şunu yazdı | пишет | написал* | написав* | пише | έγραψε | のメール | 写道 | 寫道 | 작성 |"
    "님이 작성 | כתב* | كتب*"
)
_OPENER = Phrases(
    "on | am | le | el | em | il | op | den | dnia | w dniu | dne | dňa | pe | στις | в | ב | في"
)
_SEPARATOR = Phrases(
    "original message | ursprüngliche nachricht | original-nachricht | originalnachricht |"
    "message d'origine | message original | mensaje original | mensagem original |"
    "messaggio originale | oorspronkelijk bericht | ursprungligt meddelande |"
    "oprindelig meddelelse | opprinnelig melding | alkuperäinen viesti | wiadomość oryginalna |"
    "původní zpráva | eredeti üzenet | mesaj original | orijinal ileti | исходное сообщение |"
    "forwarded message | forwarded by | weitergeleitete nachricht | message transféré |"
    "mensaje reenviado | mensagem encaminhada | messaggio inoltrato | doorgestuurd bericht |"
    "vidarebefordrat | videresendt | przekazana wiadomość | přeposlaná zpráva | пересланное |"
    "原始邮件 | 转发的邮件 | 原始郵件 | 元のメッセージ | 転送 | 원본 메시지"
)
_BEGIN_FORWARDED = Phrases(
    "begin forwarded message | anfang der weitergeleiteten | début du message |"
    "inicio del mensaje reenviado | inizio messaggio inoltrato | início da mensagem"
)
_HEADER_FROM = re.compile(
    r"\**(?:from|von|de|da|van|fra|fran|lahettaja|od|felado|de la|kimden|gonderen|от|від|απο"
    r"|差出人|发件人|寄件者|보낸 사람|מאת|من)\**\s*:"
)
_HEADER_NEXT = re.compile(
    r"\**(?:sent|date|to|subject|gesendet|datum|an|betreff|envoye|objet|a|enviado|fecha|para|asunto"
    r"|assunto|data|inviato|oggetto|verzonden|aan|onderwerp|skickat|till|amne|sendt|dato|til|emne"
    r"|lahetetty|paivays|vastaanottaja|aihe|wyslano|do|temat|odeslano|komu|predmet|elkuldve|cimzett"
    r"|targy|trimis|catre|subiect|gonderildi|tarih|kime|konu|отправлено|дата|кому|тема|σταλθηκε"
    r"|ημερομηνια|προσ|θεμα|送信日時|宛先|件名|发送时间|收件人|主题|日期|받는 사람|제목)\**\s*:"
)
_IN_ONE_LINE = re.compile(
    r"(?<!\w)(?:"
    r"On (?=[^\n]{0,60}\d)[^\n]{8,200}? wrote:"
    r"|Am (?=[^\n]{0,60}\d)[^\n]{8,200}? schrieb "
    r"|Le (?=[^\n]{0,60}\d)[^\n]{8,200}? a écrit ?:"
    r"|El (?=[^\n]{0,60}\d)[^\n]{8,200}? escribió:"
    r"|From: [^\n]{3,120}? Sent: "
    r")|-{3,}\s?(?:Original|Forwarded) message"
)
_PHONE = Phrases(
    "sent from my | get outlook for | sent via my | von meinem iphone gesendet |"
    "von meinem handy gesendet | gesendet von mein* | gesendet mit | envoyé de mon |"
    "envoyé depuis mon | enviado desde mi | enviado do meu | inviato da iphone |"
    "inviato dal mio | verzonden vanaf mijn | skickat från min | sendt fra min |"
    "lähetetty iphone* | lähetetty puhelimesta | wysłane z | odesláno z | iphone-omról küldve |"
    "iphone'umdan gönderildi | trimis de pe | отправлено с | надіслано з | στάλθηκε από |"
    "iphoneから送信 | 发自我的 | 發自我的 | 나의 iphone | iphone에서 보냄 | أرسل من | נשלח מה"
)
_DISCLAIMER = Phrases(
    "confidentiality notice | disclaimer: | this email and any | this e-mail and any |"
    "this message and any attach* | the information contained in this |"
    "if you are not the intended | this message is intended only | diese e-mail enthält |"
    "ce message et toutes | este mensaje es confidencial | esta mensagem é confidencial |"
    "questo messaggio è destinato | please consider the environment"
)
_BANNER = Phrases(
    "originated from outside | originated outside | came from outside | external email: |"
    "external sender | external email. | do not click links | do not click on links |"
    "recognize the sender | recognise the sender | don't often get email from |"
    "learn why this is important | e-mail von extern | externe e-mail | expéditeur externe |"
    "remitente externo | remetente externo | mittente esterno"
)
_BANNER_TAG = re.compile(r"[\[(]\s*ext(?:ernal|ern|erne|erno)?\b[^\])\n]{0,40}[\])]", re.IGNORECASE)
_NO_RULE = re.compile(r"[^\s\-_=*~#>|.:,•·\u200b-\u200f\u2060\ufeff]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n")


@dataclass(frozen=True, slots=True)
class NewWords:
    """What the sender added: the words, and whether a telephone's signature stood below them."""

    words: str
    is_from_phone: bool


def sentences(words: str) -> list[str]:
    """The sentences of a text; a line break alone does not end one, since programs wrap lines."""
    return [part.strip() for part in _SENTENCE_END.split(words) if part.strip()]


def has_words(text: str) -> bool:
    """Whether the text holds anything typed, be it a single "?", not only rules and dots."""
    return _NO_RULE.search(text) is not None


def new_words(text: str, html: str) -> NewWords:
    """The words that this mail adds to its thread.

    A quote marked in the HTML beats any pattern in the text. Where the new words stand below the
    quoted ones, they are found there. Never raises; looks at the first 50,000 signs.
    """
    read = words_of_html(html[:_LONGEST_HTML]) if html.strip() else None
    if read is not None and (read.has_quote or not text.strip()):
        found = _cut(read.text)
        if has_words(found.words):
            return found
    return _cut(text)


def _cut(text: str) -> NewWords:
    lines = [line.strip() for line in text[:_LONGEST_TEXT].splitlines()]
    at = next((i for i in range(len(lines)) if _opens_quote(lines, i)), len(lines))
    kept = lines[:at] if has_words("".join(lines[:at])) else _below_quote(lines, at)
    is_phone = [_PHONE.start(fold(line[:_LONGEST_LINE])) > 0 for line in kept]
    kept = _before_signature(kept, is_phone)
    words = _without_banners(_before_inline_quote("\n".join(kept)))
    return NewWords(words[:_VOTING_LENGTH], any(is_phone))


def _below_quote(lines: list[str], at: int) -> list[str]:
    """Words written under or between lines that `>` marks as quoted."""
    last = max((i for i, line in enumerate(lines) if line.startswith(">")), default=-1)
    if last < at:
        return []
    below = lines[last + 1 :]
    end = next((i for i in range(len(below)) if _opens_quote(below, i)), len(below))
    return below[:end]


def _opens_quote(lines: list[str], at: int) -> bool:
    line = lines[at]
    if not line:
        return False
    if line.startswith(">"):
        return True
    folded = fold(line[:_LONGEST_LINE])
    if folded.startswith("--") and _SEPARATOR.find(folded):
        return True
    if _BEGIN_FORWARDED.start(folded) or _is_attribution(folded):
        return True
    return _is_wrapped_attribution(lines, at, folded) or _is_header_block(lines, at, folded)


def _is_attribution(folded: str) -> bool:
    """A line like "On Tue, Sep 1, 2026 Robin <robin@…> wrote:"."""
    if not folded.endswith(":") or not any(sign.isdigit() for sign in folded):
        return False
    return _WROTE.find(folded) is not None


def _is_wrapped_attribution(lines: list[str], at: int, folded: str) -> bool:
    if not _OPENER.start(folded) or not any(sign.isdigit() for sign in folded):
        return False
    joined = folded
    for line in lines[at + 1 : at + 3]:
        part = fold(line[:_LONGEST_LINE])
        if not part or (_is_attribution(part) and _OPENER.start(part)):
            return False
        joined = f"{joined} {part}"
        if _is_attribution(joined):
            return True
    return False


def _is_header_block(lines: list[str], at: int, folded: str) -> bool:
    if not _HEADER_FROM.match(folded):
        return False
    after = (fold(line[:_LONGEST_LINE]) for line in lines[at + 1 : at + 5])
    return any(_HEADER_NEXT.match(line) for line in after)


def _before_signature(lines: list[str], is_phone: list[bool]) -> list[str]:
    has_any = False
    for i, line in enumerate(lines):
        is_end = line == "--" or is_phone[i] or _DISCLAIMER.start(fold(line[:_LONGEST_LINE])) > 0
        if is_end and has_any:
            return lines[:i]
        has_any = has_any or has_words(line)
    return [line for line, phone in zip(lines, is_phone, strict=True) if not phone]


def _before_inline_quote(words: str) -> str:
    """Some programs hand over the whole thread as one line."""
    found = _IN_ONE_LINE.search(words)
    if found and has_words(words[: found.start()]):
        return words[: found.start()].rstrip()
    return words


def _without_banners(words: str) -> str:
    plain = _BANNER_TAG.sub(" ", words)
    lines = plain.splitlines()
    if not any(_BANNER.find(fold(line)) for line in lines):
        return plain.strip()
    kept = [part for part in sentences(plain) if not _BANNER.find(fold(part))]
    return "\n\n".join(kept)
