"""The vocabulary of addresses in the United States: states, kinds of streets, units, firms, countries."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STATES = """
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas
KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi
MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York
NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI Virgin Islands|AS American Samoa
MP Northern Mariana Islands
"""
NAMES: dict[str, str] = {
    entry[:2]: entry[3:] for line in _STATES.split("\n") for entry in line.split("|") if entry
}
"""The state's name by its two letters."""

_OLD = """
ala AL|ariz AZ|ark AR|calif CA|cal CA|colo CO|conn CT|del DE|fla FL|ill IL|ind IN|kan KS|kans KS|mass MA
mich MI|minn MN|miss MS|mont MT|neb NE|nebr NE|nev NV|okla OK|ore OR|oreg OR|penn PA|penna PA|tenn TN
tex TX|wash WA|wis WI|wisc WI|wyo WY|n mex NM|n dak ND|s dak SD|n car NC|s car SC|w va WV|n carolina NC
s carolina SC|n dakota ND|s dakota SD|w virginia WV|n y NY|n j NJ|n h NH|r i RI|d c DC|washington dc DC
us virgin islands VI
"""
CODES: dict[str, str] = (
    {code.lower(): code for code in NAMES}
    | {name.lower(): code for code, name in NAMES.items()}
    | {
        entry.rsplit(" ", 1)[0]: entry.rsplit(" ", 1)[1]
        for line in _OLD.split("\n")
        for entry in line.split("|")
        if entry
    }
)
"""Two letters by any way to write a state, in small letters and without dots."""

OFFSHORE = frozenset({"PR", "GU", "VI", "AS", "MP"})

STREETS = _words(
    """
    st str street ave av aven avenue rd road dr drv drive blvd boulevard boul ln lane ct court
    pl place pkwy pky parkway hwy highway way wy cir circle ter terr terrace trl trail trce
    trace loop sq square plz plaza expy expressway fwy freeway tpke turnpike pike aly alley row
    walk cres crescent mall broadway bypass byp causeway cswy route rte center ctr
    """
)
"""Words that end a street's name."""

SOFT_STREETS = _words(
    """
    run pass path park point pt pointe view vw ridge rdg hill hl hills valley creek crk crossing
    xing cove cv bend landing lndg grove grv glen gln meadow meadows commons cmns wharf quay
    quarry bluff heights hts hollow holw manor oval spur gateway gtwy main estates
    """
)
"""Words that end a street's name where no clearer one is there; towns are called so too."""

DIRECTIONS = _words(
    """
    n s e w ne nw se sw north south east west northeast northwest southeast southwest
    """
)

NUMBERED_ROADS = _words(
    """
    highway hwy route rte rt road rd fm rm cr sr us interstate i loop spur county state line
    exit avenida
    """
)
"""A number after one of these is the road's, not the house's."""

UNITS = _words(
    """
    suite ste unit apt apartment bldg building floor fl flr room rm lot space spc dept hangar
    slip trlr pmb stop dock gate bay door level wing tower
    """
)
FIRMS = _words(
    """
    storage inc llc co company corp corporation ltd lp partners group holdings properties realty
    ministorage lockers units self-storage warehouse warehouses mini stor-all
    """
)
NUMBER_WORDS = _words(
    """
    one two three four five six seven eight nine ten eleven twelve
    """
)

HOME = frozenset(
    {
        "", "us", "usa", "united states", "united states of america", "america", "u s", "u s a",
        "puerto rico", "pr", "guam", "gu", "vi", "us virgin islands", "as", "american samoa", "mp",
    }
)  # fmt: skip
"""Countries, folded, whose addresses are judged as ours."""

COUNTRIES = frozenset(
    """
    canada|united kingdom|uk|u k|great britain|england|scotland|wales|northern ireland|ireland|germany
    deutschland|france|spain|italy|netherlands|belgium|austria|switzerland|sweden|finland|portugal
    australia|new zealand|india|japan|brazil|south africa|singapore|hong kong|israel|colombia|chile
    argentina|costa rica|dominican republic|philippines|south korea|united arab emirates|uae|bahamas
    mexico|méxico|peru|lebanon|cuba|china|norway|poland|denmark|jordan|panama|greece|egypt|turkey|bermuda
    """.replace("\n", "|").split("|")
)
COUNTRIES = frozenset(name.strip() for name in COUNTRIES if name.strip())
ALSO_TOWNS = _words(
    """
    mexico peru lebanon cuba china norway poland denmark jordan panama greece egypt turkey wales
    england scotland holland ireland france spain italy germany belgium canada brazil
    """
)
"""Countries whose names towns and streets of the United States bear as well."""

PROVINCES = _words(
    """
    ab bc mb nb nl ns nt nu on pe qc sk yt
    """
)
AUSTRALIAN = _words(
    """
    nsw vic qld tas act
    """
)


def folded(text: str) -> str:
    """For looking words up: small letters, dots as gaps, single spaces."""
    return re.sub(r"[\s.]+", " ", text.lower()).strip(" ,")
