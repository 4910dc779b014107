"""The word lists that invented people, storage operators and addresses are made of."""

from typing import NamedTuple


class Town(NamedTuple):
    """A real town, so that its ZIP, state and telephone area belong together."""

    city: str
    state: str
    zip_code: str
    area_code: str


def _listed(text: str, separator: str | None = None) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.strip().split(separator))


FIRST_NAMES = _listed("""
    Aisha Anders Beatriz Bram Calla Cedric Dalia Desmond Edda Emeka Farah Felix Gwen Gideon Hana
    Hollis Imani Ivo Jolene Jasper Kaia Kofi Lena Lucius Maren Mateo Nadia Nolan Odette Osric
    Priya Pavel Quinn Renata Rufus Saskia Stellan Tamsin Thaddeus Uma Viggo Wanda Xavier Yara Zeke
""")
LAST_NAMES = _listed("""
    Abernathy Bellweather Castellane Drummond Eastlake Farrow Grantham Hollowell Ivarsson Jessup
    Kettering Lindgren Marchetti Northcott Ostrander Pemberley Quillfeather Rosenquist Silverthorn
    Tidewell Underhill Vasquez Whitcombe Yardley Zimmer Ashgrove Birchall Copperfield Dunmore
    Ellsworth Fairbairn Goldhammer Harrowgate Inglenook Juniper Kirkbride Larkspur Merriweather
""")
PLACES = _listed(
    """
    Amber Bluff, Beacon, Cedar Fork, Dogwood, Eagle Gap, Fox Hollow, Granite Bay, Harbor,
    Iron Gate, Juniper Flats, Keystone, Lakeshore, Maple Ridge, Northgate, Old Mill, Pine Knoll,
    Quarry Road, River Bend, Stone Creek, Timberline, Union Depot, Valley View, Willow Run,
    Yellow Barn, Blue Heron, Copper Canyon, Silver Spur, Sandstone, Windmill, Summit
    """,
    ",",
)
KINDS = (
    "Self Storage",
    "Storage Center",
    "Mini Storage",
    "Storage Solutions",
    "RV & Boat Storage",
    "Secure Storage",
    "Storage Partners",
    "U-Keep Storage",
)
TOWNS = (
    Town("Dayton", "OH", "45402", "937"),
    Town("Boise", "ID", "83702", "208"),
    Town("Tulsa", "OK", "74103", "918"),
    Town("Macon", "GA", "31201", "478"),
    Town("Reno", "NV", "89501", "775"),
    Town("Peoria", "IL", "61602", "309"),
    Town("Spokane", "WA", "99201", "509"),
    Town("Mobile", "AL", "36602", "251"),
    Town("Lubbock", "TX", "79401", "806"),
    Town("Erie", "PA", "16501", "814"),
    Town("Duluth", "MN", "55802", "218"),
    Town("Ocala", "FL", "34471", "352"),
    Town("Salem", "OR", "97301", "503"),
    Town("Wichita", "KS", "67202", "316"),
    Town("Roanoke", "VA", "24011", "540"),
    Town("Fargo", "ND", "58102", "701"),
)
STREETS = ("Depot St", "Commerce Dr", "Industrial Pkwy", "Mill Rd", "Station Ave", "Warehouse Way")
PMS = ("SiteLink", "storEDGE", "Easy Storage Solutions", "Storage Commander")
LOCKS = ("Disc locks", "Padlocks", "Cylinder locks", "Smart locks", "None")

LONG_FIRST = "Maximiliana"
LONG_LAST = ("Storagekeeper-" * 20)[: 200 - len(LONG_FIRST) - 2] + "s"
"""Together with the space between them 200 characters."""

FORTY_LETTERS = "Featherstonehaughcholmondeleymarjoribank"

AWKWARD_NAMES = (
    ("Noa 🔐", "Mirelli"),
    ("נועה", "ברק־לוי"),
    ("Patrick", "O'Neill"),
    ("Siobhán", "O’Brien"),
    ("<b>Robin</b>", "<script>alert(1)</script>"),
    ('=HYPERLINK("https://trap.example","Open")', "Vance"),
    ("", "Okonjo"),
    ("Teodora", ""),
    ("Łukasz", "Żółw"),
    ("Chris", "Taylor"),
    (LONG_FIRST, LONG_LAST),
    ("Wilhelmina", FORTY_LETTERS),
    ("سلمى", "القباني"),
    ("Ana & Luz", "Peña/Díaz"),
)
"""Legal in HubSpot, and each one breaks some screen, sheet or query somewhere."""

AWKWARD_COMPANIES = (
    "Smith & Sons Self-Storage",
    '"The Vault" Storage Co.',
    "O'Malley's U-Keep",
    "Größe <b>Lagerhaus</b>",
    "Storage 📦 To Go",
)
