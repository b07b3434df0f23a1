"""A sentence for people that is translated only where it is shown."""

from msgspec import Struct


class Message(Struct, frozen=True):
    """An English sentence with places `{name}` and the values that fill them.

    The sentence is the key of the translation; values are names and numbers and stay as they are.
    """

    text: str
    values: dict[str, str | int] = {}

    def filled(self, translated: str | None = None) -> str:
        """The sentence with its values, in English or in the wording given."""
        return (translated or self.text).format_map(self.values)

    def __str__(self) -> str:
        return self.filled()


#: The sentence that is nothing but its value: the same in every language, and in no catalogue.
PLAIN = "{text}"


def message(text: str, /, **values: str | int) -> Message:
    """Make a `Message`; the extractor of translations finds the sentence by this call."""
    return Message(text, values)


def did_you_mean(name: str) -> Message:
    """The hint for an unknown name with one that is near."""
    return message("Did you mean “{name}”?", name=name)
