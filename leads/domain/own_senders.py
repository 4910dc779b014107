"""Whose mail is our own: the domains of our owners, so that a colleague's words never count as a reply."""

from collections.abc import Iterable

# Where everybody has a mailbox: an owner who writes from here speaks for one address only.
PUBLIC_PROVIDERS = frozenset(
    {
        "aol.com", "gmail.com", "gmx.com", "googlemail.com", "hotmail.com", "icloud.com", "live.com",
        "mail.com", "me.com", "msn.com", "outlook.com", "proton.me", "protonmail.com", "yahoo.com",
    }
)  # fmt: skip


def own_senders(owner_addresses: Iterable[str], further: Iterable[str] = ()) -> frozenset[str]:
    """Domains and whole addresses that are ours, in lower case.

    `further` are domains that no owner writes from, such as those of a sending service.
    """
    ours = {name.strip().casefold().removeprefix("@") for name in further}
    for address in owner_addresses:
        whole = address.strip().casefold()
        domain = whole.rpartition("@")[2]
        ours.add(whole if domain in PUBLIC_PROVIDERS else domain)
    return frozenset(name for name in ours if name)
