"""The forty leads that are open on the story's last day, one line each, and how to read a line.

Columns: first name | last name | company | facilities | and then in short words: channel (I M R -),
stage (N A C), owner (R O M D -), day of August when raised, hs_lead_source (D O F) and its
drill-down, demo lock with the day of asking, touches, day of the next step, earlier attempts.
"""

from dataclasses import dataclass

from leads.sandbox.story_names import FORTY_LETTERS, LONG_FIRST, LONG_LAST

CHANNELS = {
    "I": "Outbound - IntentSignal",
    "M": "Marketing",
    "R": "Outbound - Rep",
    "-": None,
}
TRAFFIC = {"D": "DIRECT_TRAFFIC", "O": "OFFLINE", "F": "REFERRALS"}

LINES = """
Zoë 🌵|Ramírez|Amber Bluff Self Storage|4|I N R 26 D FORM waiting@25 none 26 0
ليلى|الحداد|Crescent Storage Partners|6|I C O 26 O IMPORT shipped@24 reply 27 1
Marisol|Quade|Timberline Mini Storage|2|M N R 26 O FORM shipped@24 none 27 0
Siobhán|O’Brien|O'Malley's U-Keep|3|M C O 26 O FORM shipped@25 meet +3 1
José|Ñandú|Granite Bay Self Storage|12|I A R 27 O IMPORT shipped@26 twice 27 0
Robin|<script>alert(1)</script>|Größe <b>Lagerhaus</b>|1|I A O 27 D FORM waiting@27 sent 0 0
Wilhelmina|{forty}|Harbor RV & Boat Storage|9|I A R 27 D FORM shipped@26 call +1 0
=HYPERLINK("https://x.example","Open")|Vance|Iron Gate Storage Center|2|I N - 27 O IMPORT - none - 0
|Okafor|Dogwood Mini Storage|1|I N O 27 D MEETINGS waiting@27 none 0 0
Chris|Taylor|Fox Hollow Storage Solutions|5|I A R 27 O EXTENSION - bounce 27 0
Chris|Taylor|Keystone Secure Storage|3|I C O 27 O IMPORT shipped@26 reply 0 0
Delphine|Achterberg|Smith & Sons Self-Storage|7|I A O 27 D FORM again@26 call 0 2
Ruben|Castellane|Juniper Flats Self Storage|2|I N R 27 F FORM pobox@27 none 27 0
Hana|Eastlake|Silver Spur Storage Partners|18|I C R 27 O IMPORT again@25 meet +3 1
Osric|Tidewell|Valley View Mini Storage|1|I A D 27 O IMPORT - sent - 0
Farah|Northcott|Willow Run Self Storage|4|I N R 27 O EXTENSION shipped@26 none +1 0
Emeka|Lindgren|Copper Canyon Storage Center|11|I A R 27 D FORM shipped@26 sent +3 0
Calla|Jessup|Beacon Secure Storage|2|I N O 27 D FORM waiting@27 none - 0
Stellan|Rosenquist|Lakeshore U-Keep Storage|6|I C R 27 O IMPORT waiting@27 ooo 27 0
Jolene|Grantham|Old Mill Storage Solutions|3|I A O 27 O INTEGRATION shipped@26 twice +7 0
Nadia|Drummond|Pine Knoll Self Storage|2|- C R 27 O CRM_UI - reply 0 0
Bram|Hollowell|Stone Creek Mini Storage|1|M N R 27 O FORM waiting@27 none 0 0
{long_first}|{long_last}|"The Vault" Storage Co.|8|M N O 27 O FORM waiting@27 none +1 0
Saskia|Underhill|Quarry Road Storage Center|2|M N - 27 O FORM street@27 none - 0
Kofi|Marchetti|River Bend Self Storage|5|M A R 27 O FORM waiting@27 sent 27 0
Odette|Pemberley|Blue Heron Storage Partners|3|M A O 27 O IMPORT shipped@27 call 0 0
Lucius|Yardley|Northgate RV & Boat Storage|1|M C R 27 O FORM waiting@27 reply 0 0
Imani|Silverthorn|Maple Ridge Storage Center|4|M N O 27 O INTEGRATION waiting@27 sent - 0
Gideon|Ashgrove|Eagle Gap Self Storage|14|R A R 27 O EXTENSION - sent +1 0
Renata|Kettering|Union Depot Storage|22|R C R 27 O EXTENSION shipped@26 reply +1 0
Viggo|Birchall|Sandstone Mini Storage|2|R A O 27 O EXTENSION - twice 27 0
Tamsin|Copperfield|Windmill Storage Solutions|3|R C O 27 O MEETINGS - reply 0 1
Teodora||Summit Self Storage|1|- N - 27 O CRM_UI - none - 0
Xavier|Bellweather|Cedar Fork Storage Center|6|- A R 27 O CRM_UI shipped@24 call 27 0
Edda|Ostrander|Storage 📦 To Go|2|- C O 27 O CRM_UI - talk +3 0
Desmond|Ivarsson|Yellow Barn Self Storage|1|- N R 27 O CRM_UI - none 0 0
Priya|Zimmer|Harbor Light Storage|9|- A O 27 O CRM_UI - sent - 0
Quinn|Fairbairn||1|- N O 27 O CRM_UI - none - 0
Mateo|Larkspur|Blue Heron Storage Partners|3|- C M 27 O CRM_UI - talk +1 0
Beatriz|Goldhammer|Iron Gate Storage Center|2|- A - 27 O CRM_UI - call - 0
"""


@dataclass(frozen=True)
class Part:
    """One open lead of the cast, still in the story's own dates and short words.

    `step` is the day on which the next step falls due: a day of August, 0 for the last day itself,
    +N for N days after it, None without one.
    """

    first: str
    last: str
    company: str
    facilities: int
    channel: str | None
    stage: str
    owner: str | None
    raised_on: int
    traffic: str
    drill_down: str
    lock: str | None
    asked_on: int | None
    touches: str
    step: str | None
    earlier: int

    @property
    def by_hand(self) -> bool:
        """Made in HubSpot's own screens, where nobody stamps a channel or the name's ending."""
        return self.channel is None


def _word(code: str) -> str | None:
    return None if code == "-" else code


def _read(line: str) -> Part:
    first, last, company, facilities, short = line.split("|")
    channel, stage, owner, day, traffic, drill, lock, touches, step, earlier = short.split(" ")
    kind, _, asked = lock.partition("@")
    return Part(
        first=first.format(long_first=LONG_FIRST),
        last=last.format(long_last=LONG_LAST, forty=FORTY_LETTERS),
        company=company,
        facilities=int(facilities),
        channel=CHANNELS[channel],
        stage=stage,
        owner=_word(owner),
        raised_on=int(day),
        traffic=TRAFFIC[traffic],
        drill_down=drill,
        lock=_word(kind),
        asked_on=int(asked) if asked else None,
        touches=touches,
        step=_word(step),
        earlier=int(earlier),
    )


CAST = tuple(_read(line) for line in LINES.strip().splitlines())
