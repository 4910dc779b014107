"""Our own senders: the owners' domains, but never everybody at a public provider."""

from leads.domain.own_senders import own_senders


def test_an_owners_domain_is_ours() -> None:
    assert own_senders(["Rita@KISS.example", "omar@kiss.example"]) == {"kiss.example"}


def test_an_owner_at_a_public_provider_is_one_address() -> None:
    assert own_senders(["kiss.locks@gmail.com"]) == {"kiss.locks@gmail.com"}


def test_further_domains_count_however_they_are_written() -> None:
    assert own_senders([], [" @Send.Kiss.example ", ""]) == {"send.kiss.example"}


def test_an_owner_without_an_address_is_nobody() -> None:
    assert own_senders(["", "  "]) == frozenset()
