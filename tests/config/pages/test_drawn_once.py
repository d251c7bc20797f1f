"""What is drawn once for many readers is what each of them would be shown."""

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.urls import set_script_prefix
from django.utils import translation

from config.pages.templatetags.drawn_once import DrawnOnce

SET_INSIDE = {"time"}  # by a sentence that marks a time


def part(inside, differs_by=""):
    text = f"{{% load drawn_once i18n %}}{{% drawnonce {differs_by} %}}{inside}{{% enddrawnonce %}}"
    return Template(text)


def test_each_language_has_its_own():
    events = part('{% translate "Events" %}')
    said = []
    for language in ("en", "ja", "en"):
        with translation.override(language):
            said.append(events.render(Context()))
    assert said == ["Events", "大会", "Events"]


def test_each_value_of_what_is_named_has_its_own():
    here = part("{{ section }}{% if user.is_staff %} staff{% endif %}", "section user.is_staff")
    seen = [
        here.render(Context({"section": section, "user": {"is_staff": staff}}))
        for section, staff in (("a", True), ("b", True), ("a", False), ("a", True))
    ]
    assert seen == ["a staff", "b staff", "a", "a staff"]


def test_it_is_drawn_once():
    number = part("{{ number }}")
    assert [number.render(Context({"number": each})) for each in "12"] == ["1", "1"]


def test_addresses_have_the_prefix_of_the_service():
    verify = part("{% url 'pages:verify' %}")
    seen = []
    try:
        for prefix in ("/", "/tak/"):
            set_script_prefix(prefix)
            seen.append(verify.render(Context()))
    finally:
        set_script_prefix("/")
    assert seen == ["/verify/", "/tak/verify/"]


def test_a_block_inside_is_refused():
    with pytest.raises(TemplateSyntaxError, match="no block inside"):
        part("{% block title %}{% endblock %}")


class Noting(Context):
    """asked: the names that a template reads of it."""

    def __init__(self, values):
        self.asked = set()
        super().__init__(values)

    def __getitem__(self, name):
        self.asked.add(name)
        return super().__getitem__(name)


def test_the_frame_of_pages_reads_only_what_it_names():
    frame = Engine.get_default().get_template("base.html")
    nodes = frame.nodelist.get_nodes_by_type(DrawnOnce)
    parts = [node for node in nodes if isinstance(node, DrawnOnce)]
    assert parts
    for drawn in parts:
        named = {each.token.partition(".")[0] for each in drawn.differs_by}
        context = Noting({})
        with context.bind_template(frame), context.render_context.push_state(frame):
            text = drawn.nodelist.render(context)
        assert context.asked - SET_INSIDE <= named, text
