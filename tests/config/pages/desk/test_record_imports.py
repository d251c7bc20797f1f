"""The pages of imports: files are sent, a worker stores them, the page says how far it is."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.models import Game, Import
from games.services.records.import_runs import run_import
from tests.builders import make_user
from tests.clients import signed_in, text_of, url_of
from tests.games.test_import_runs import ILLEGAL, ptn


@pytest.fixture
def site(db):
    return signed_in(make_user("site", staff=True))


def send(client, url, *texts, **more):
    files = [
        SimpleUploadedFile(f"{number}.ptn", text if isinstance(text, bytes) else text.encode())
        for number, text in enumerate(texts, start=1)
    ]
    return client.post(url, {"sent": files, **more})


def test_several_files_are_sent_and_their_refusals_listed(site):
    answer = send(site, reverse("pages:imports"), ptn(), ptn(second="Cid") + ptn(moves=ILLEGAL))
    found = Import.objects.get()
    page = url_of("import", found.pk)
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert site.get(page)["Refresh"]
    run_import(found.pk)
    done = site.get(page)
    assert "Refresh" not in done
    text = text_of(done)
    assert "Games 3, files 2: 2 stored (2 rated, 0 not rated), 0 known already, 1 refused." in text
    assert [(each.file, each.number) for each in done.context["refusals"]] == [("2.ptn", 2)]
    assert done.context["refusals"][0].problem["detail"][:20] in text
    assert text.index("2.ptn") < text.index("e5")
    assert url_of("import", found.pk) in text_of(site.get(reverse("pages:imports")))


def test_it_is_only_tried_if_asked(site):
    send(site, reverse("pages:imports"), ptn(), dry_run="on")
    run_import(Import.objects.get().pk)
    assert not Game.objects.exists()


def test_what_is_no_text_and_no_file_at_all_are_refused_at_the_field(site):
    for texts in ((b"\xff\xfe",), ()):
        answer = send(site, reverse("pages:imports"), *texts)
        assert answer.status_code == 422
        assert answer.context["form"].errors
    assert not Import.objects.exists()


def test_staff_of_an_event_send_its_games_and_cancel_them(desk, event):
    url = url_of("manage-records", event.slug)
    send(desk, url, ptn())
    found = Import.objects.get()
    assert found.event == event
    again = send(desk, url, ptn())
    assert again.status_code == 422
    page = url_of("import", found.pk)
    desk.post(page, {"do": "cancel"})
    assert "Cancel" not in text_of(desk.get(page))
    found.refresh_from_db()
    assert found.state == "cancelled"


def test_an_import_that_failed_goes_on(site):
    send(site, reverse("pages:imports"), ptn())
    found = Import.objects.get()
    Import.objects.update(state="failed")
    page = url_of("import", found.pk)
    assert 'value="start"' in text_of(site.get(page))
    site.post(page, {"do": "start"})
    run_import(found.pk)
    assert Game.objects.count() == 1
