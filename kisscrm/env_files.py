"""A secret may stand in a file of its own, as containers hand them over: where `NAME_FILE` names a file,
what is in it is the value of NAME."""

from environ.fileaware_mapping import FileAwareMapping


class FromFiles(FileAwareMapping):
    """The process's environment: a file goes before a plain value, and an empty one is as if not said."""

    def __init__(self) -> None:
        super().__init__(cache=False)
        self.faults: list[str] = []

    def __getitem__(self, name: str) -> str:
        """Raises KeyError for what is empty or not there; a file that cannot be read is noted too."""
        try:
            value = str(super().__getitem__(name)).strip()
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is no text"
            fault = f"{name}_FILE={self.env[name + '_FILE']!r} cannot be read: {why}"
            if fault not in self.faults:
                self.faults.append(fault)
            raise KeyError(name) from None
        if not value:
            raise KeyError(name)
        return value
