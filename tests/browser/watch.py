"""What the pages of one browser context say in their consoles: any error is a fault."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

TELL = (
    "document.addEventListener('securitypolicyviolation', (event) =>"
    " console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"
)


class Watch:
    """Collects console errors, uncaught exceptions and violations of the content security policy."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self.refusals: set[int] = set()
        """Statuses that this test makes the site answer: a browser logs each as an error."""
        context.add_init_script(TELL)
        context.on("console", self.on_console)
        context.on("weberror", self.on_error)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"} or self.is_refusal(message.text):
            return
        self.heard.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def is_refusal(self, text: str) -> bool:
        found = re.search(r"status of (\d{3})", text)
        return found is not None and int(found[1]) in self.refusals

    def on_error(self, error: WebError) -> None:
        self.heard.append(f"uncaught: {error.error}")
