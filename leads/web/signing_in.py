"""Signing in and out; a demo shows whom one can sign in as."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET


class SignIn(LoginView):
    """`/login/`, with `username` and `password`."""

    redirect_authenticated_user = True

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
