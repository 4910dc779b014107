"""Signing in and out; a demo shows whom one can sign in as."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView
from django.views.decorators.cache import never_cache


class SignIn(LoginView):
    """`/login/`, with `username` and `password`."""

    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        demo_people = getattr(settings, "DEMO_PEOPLE", ())
        return super().get_context_data(**kwargs) | {"demo_people": demo_people}


sign_in = never_cache(SignIn.as_view())
sign_out = LogoutView.as_view()
