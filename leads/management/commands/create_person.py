"""`manage.py create_person NAME --role rep`: make or update somebody who may sign in."""

import os
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from leads.domain.roles import Role
from leads.models import Owner, Person


class Command(BaseCommand):
    help = "Make or update a person. Without --password-env the password is asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name to sign in with")
        parser.add_argument("--role", required=True, choices=[role.value for role in Role])
        parser.add_argument("--owner-email", default="", help="the HubSpot owner this person is")
        parser.add_argument(
            "--password-env", default="", help="the variable that holds the password"
        )

    def handle(
        self, *, name: str, role: str, owner_email: str, password_env: str, **_: Any
    ) -> None:
        owner = self.owner(owner_email)
        known = Person.objects.filter(username=name).first()
        person, is_new = known or Person(username=name), known is None
        person.role = role
        person.is_staff = person.is_superuser = role == Role.ADMIN
        if owner_email:
            person.email, person.owner = owner_email, owner
        if owner:
            person.first_name, person.last_name = owner.first_name, owner.last_name
        self.set_password(person, password_env, is_new=is_new)
        person.save()
        self.stdout.write(f"{'Made' if is_new else 'Updated'} {name}, {role}.")

    def owner(self, email: str) -> Owner | None:
        if not email:
            return None
        found = Owner.objects.filter(email__iexact=email, left_at=None).first()
        if found is None:
            raise CommandError(
                f"No active HubSpot owner has the e-mail {email}. Run manage.py pull first?"
            )
        return found

    def set_password(self, person: Person, variable: str, *, is_new: bool) -> None:
        if variable and variable not in os.environ:
            raise CommandError(f"The variable {variable} is not set.")
        if not variable and not is_new:
            return
        password = os.environ[variable] if variable else getpass("Password: ")
        try:
            validate_password(password, person)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        person.set_password(password)
