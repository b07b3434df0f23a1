"""Sentences that are translated elsewhere than where they stand: help, and click's own words."""


def N_(text: str) -> str:  # noqa: N802 - the name by which translators' tools find sentences
    """Mark a sentence for translation, and leave it as it is."""
    return text


#: What click says itself; it looks these up in our catalogue.
CLICK = (
    N_("Usage:"),
    N_("Options"),
    N_("[OPTIONS]"),
    N_("Examples"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("required"),
    N_("default: {default}"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Invalid value: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing command."),
    N_("Choose from:\n\t{choices}"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Did you mean {possibility}?"),
    N_("Option {name!r} does not take a value."),
    N_("Option {name!r} requires an argument."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("{value!r} is not {choice}."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Got unexpected extra argument ({args})"),
)
