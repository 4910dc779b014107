"""What nobody could settle about HubSpot: each open question is a switch that a test may turn."""

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(slots=True)
class Switches:
    """The defaults are what was seen most often; every other setting must be borne by a client as well."""

    cleared_reads_null: bool = False
    """A cleared value reads null; HubSpot's recordings show an empty text."""
    null_write: str = "clear"
    """JSON null in a write: `clear` the value, `ignore` it, or `refuse` the request. Undocumented."""
    to_object_id_text: bool = False
    """`toObjectId` as text, as the newest specification has it; live answers show a number."""
    unchanged_write_bumps: bool = False
    """Writing the value that is there already moves the modified date."""
    association_change_bumps: bool = False
    """Tying or untying two records moves their modified dates."""
    search_body_limit: int = 0
    """Search bodies longer than this many characters are refused; the documentation says 3000, 0 is off."""
    batch_update_missing: str = "silent"
    """Unknown ids in a batch update: `silent` leaves them out, `error` answers 207 with an error row."""
    batch_applies_before_failing: bool = False
    """A batch with one bad row does the rows before it, then answers 400."""
    trace_ids_partial_update: bool = False
    """Trace ids make a batch update partial, as they do for a batch create."""
    unknown_delete_status: int = 204
    """What DELETE of an id that never was answers: 204 or 404."""
    renumbered_types: dict[int, int] = field(default_factory=dict)
    """Association types under other numbers, such as {578: 900578}: a client must ask the labels."""
    archived_keep_associations: bool = True
    """Archived records still show their ties."""
    lead_default_stage: bool = True
    """A lead created without a stage lands in the NEW stage; otherwise the create is refused."""
    merge_makes_new_id: bool = False
    """The survivor of a merge gets a new id, and both former ids lead to it."""
    normalise_phones: bool = False
    """Phone numbers are stored with a plus sign and digits only."""
    disqualify_needs_reason: bool = False
    """Moving a lead to the UNQUALIFIED stage without a reason is refused."""
    required_on_create: dict[str, list[str]] = field(default_factory=dict)
    """Further properties that a create must carry, by plural kind."""
    unique_conflict_status: int = 409
    """Status for a second holder of a unique value other than an e-mail address: 409 or 400."""
    history_page_limit: int = 50
    """Most records in a page or batch that asks for property histories."""
    history_kept: int = 20
    """Most entries in a property's history; contacts keep 45."""
    association_page: int = 500
    """Most ties of one record in a page of an association read."""
    association_batch_read: int = 1000
    """Most inputs of an association batch read."""
    deal_side_blind: bool = False
    """Reading from the deal shows no leads, though the lead shows the deal: read from the lead's side."""
    reply_moves_to_connected: bool = False
    """HubSpot's own automation: an incoming e-mail on a contact moves his open leads to Connected."""
    pipeline_clears_closing: bool = True
    """HubSpot keeps hs_lead_is_disqualified true to the stage, whatever is written into it."""

    def turn(self, values: dict[str, Any]) -> None:
        """Set switches by name; raises KeyError for a name that is none."""
        known = {one.name for one in fields(self)}
        for name, value in values.items():
            if name not in known:
                raise KeyError(name)
            if name == "renumbered_types":
                value = {int(usual): int(other) for usual, other in value.items()}
            setattr(self, name, value)
