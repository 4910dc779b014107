"""What each token was granted, and what each call needs."""

from leads.sandbox.kinds import kind_named
from leads.sandbox.messages import Request
from leads.sandbox.refusals import Refusal, missing_scopes, unauthenticated
from leads.sandbox.routes import Found

_ENGAGEMENTS = {"notes", "tasks", "emails", "meetings", "calls", "communications"}
# Property writes ask for one of these; no scope of leads is among them.
_SCHEMA_WRITES = [f"crm.schemas.{kind}.write" for kind in ("contacts", "companies", "deals")]


class Tokens:
    """Tokens with their scopes; None stands for every scope."""

    def __init__(self, token: str) -> None:
        self.granted: dict[str, frozenset[str] | None] = {token: None}

    def grant(self, token: str, scopes: list[str] | None) -> None:
        """Let a token in, with these scopes or with all."""
        self.granted[token] = None if scopes is None else frozenset(scopes)

    def revoke(self, token: str) -> None:
        """Turn a token away from now on."""
        self.granted.pop(token, None)

    def admit(self, request: Request, found: Found | None) -> None:
        """Refuses with 401 an unknown token, with 403 a call that its scopes do not cover."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or token.strip() not in self.granted:
            raise Refusal(401, unauthenticated())
        scopes = self.granted[token.strip()]
        if scopes is None or found is None:
            return
        for needed in _needed(request.method, found):
            if not scopes.intersection(needed):
                raise Refusal(403, missing_scopes(needed))


def _needed(method: str, found: Found) -> list[list[str]]:
    """For each list one of its scopes must be there."""
    if found.family == "owners":
        return [["crm.objects.owners.read"]]
    if found.family == "schema":
        return [_SCHEMA_WRITES] if method != "GET" else []
    reads = method == "GET" or found.family in {"search", "object-read", "pair-read", "labels"}
    door = "read" if reads else "write"
    if found.family.startswith("pair") or found.family == "labels":
        ends = (found.names["start"], found.names["end"])
        return [[scope for end in ends for scope in _of_kind(end, door)]]
    if found.family in {"object", "object-read", "search"}:
        return _of_object(found.names["type"], door)
    return []


def _of_object(name: str, door: str) -> list[list[str]]:
    kind = kind_named(name)
    needed = [_of_kind(name, door)]
    if kind is not None and kind.plural == "emails":
        needed.append(["sales-email-read"])
    return needed


def _of_kind(name: str, door: str) -> list[str]:
    kind = kind_named(name)
    plural = kind.plural if kind is not None else name
    return [f"crm.objects.{'contacts' if plural in _ENGAGEMENTS else plural}.{door}"]
