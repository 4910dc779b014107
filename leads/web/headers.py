"""The headers that Django does not send by itself: what a page may ask of a device, and who may keep it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

DEVICES = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection",
    "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "publickey-credentials-get",
    "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
"""The product needs none of these."""
PERMISSIONS = ", ".join(f"{name}=()" for name in DEVICES)

type Answer = Callable[[HttpRequest], HttpResponseBase]


class Headers:
    """On every answer but static files; what a view said of caching itself stays."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        answer.headers.setdefault("Permissions-Policy", PERMISSIONS)
        answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # Whoever takes over a computer does not read leads by the back button.
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer
