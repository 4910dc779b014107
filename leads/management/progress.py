"""A progress bar for a console: one line, redrawn in place; plain lines where there is no terminal."""

from django.core.management.base import OutputWrapper

WIDTH = 28


class Bar:
    """Shows what a pull is at. The total is unknown until HubSpot has listed everything, so the bar
    runs through the steps rather than pretend a percentage."""

    STEPS = ("owners", "stages", "properties", "companies", "contacts", "leads", "deals",
             "archived leads", "next steps")  # fmt: skip

    def __init__(self, out: OutputWrapper) -> None:
        self.out = out
        self.step = ""

    def show(self, step: str, done: int) -> None:
        if not self.out.isatty():
            return
        place = self.STEPS.index(step) + 1 if step in self.STEPS else 0
        filled = round(WIDTH * place / len(self.STEPS))
        bar = "█" * filled + "░" * (WIDTH - filled)
        self.out.write(f"\r  {bar}  {done:>6} {step:<16}", ending="")
        self.out.flush()

    def end(self) -> None:
        if self.out.isatty():
            self.out.write("\r" + " " * (WIDTH + 30) + "\r", ending="")
