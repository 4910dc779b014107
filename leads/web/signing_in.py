"""Signing in and out; a demo shows whom one can sign in as."""

import math
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from leads.web.rates import address_of, forget, wait_for


class SignIn(LoginView):
    """`/login/`, with `username` and `password`."""

    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Every try counts before the password is looked at, so that many at once gain nothing."""
        wait = max(wait_for(what, *who) for what, who in self.tries())
        if not wait:
            return super().post(request, *args, **kwargs)
        shown = self.get_context_data(wait_minutes=math.ceil(wait / 60))
        headers = {"Retry-After": str(wait)}
        return self.render_to_response(shown, status=429, headers=headers)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        for what, who in self.tries()[1:]:
            forget(what, *who)
        return super().form_valid(form)

    def tries(self) -> list[tuple[str, tuple[str, ...]]]:
        """What one try counts for: its address, its name, and both together."""
        address = address_of(self.request)
        name = self.request.POST.get("username", "").strip().casefold()[:150]
        return [
            ("sign-in from", (address,)),
            ("sign-in as", (name,)),
            ("sign-in as and from", (name, address)),
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        demo_people = getattr(settings, "DEMO_PEOPLE", ())
        return super().get_context_data(**kwargs) | {"demo_people": demo_people}


sign_in = never_cache(SignIn.as_view())
sign_out = LogoutView.as_view()


@login_not_required
@require_GET
def admin_door(request: HttpRequest) -> HttpResponse:
    """`/admin/login/`: the one sign-in page for strangers; words for those whose role does not go there."""
    if request.user.is_authenticated:
        raise PermissionDenied("The admin is where people get their roles. It is for admins.")
    where = request.GET.get("next") or reverse("admin:index")
    return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': where})}")
