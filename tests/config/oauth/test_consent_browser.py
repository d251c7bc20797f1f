"""The pages of applications in a real browser: saying yes leads back to the application."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.browsing import LANGUAGES, PHONE, browser_of, faults, in_a_browser, press, report_errors
from tests.builders import make_club, make_user
from tests.config.oauth.programs import make_program

pytestmark = in_a_browser


class Bot(BaseHTTPRequestHandler):
    """The application, to which people come back."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>Bot</title><link rel=icon href=data:,>Welcome back")

    def log_message(self, *_about: object) -> None:
        """Nothing: the test reads what the browser shows."""


@pytest.fixture
def bot():
    """Its address, on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Bot) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/back"
        server.shutdown()


@pytest.mark.parametrize("button", ["Allow", "Decline"])
def test_the_form_leads_to_the_application(live_server, bot, button):
    """The policy of the page has to allow it, also after signing in."""
    make_user("ada")
    program = make_program("public", redirect_uris=["http://127.0.0.1/back"])
    found: list[object] = []
    with browser_of(None, live_server, "en") as page:
        report_errors(page, found)
        page.goto(program.address(redirect_uri=bot))
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password").fill("correct horse")
        press(page, "Sign in")
        press(page, button)
        assert page.url.startswith(f"{bot}?")
        assert ("code=" in page.url) == (button == "Allow")
        assert "Welcome back" in page.content()
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_the_pages(live_server, language):
    ada = make_user("ada")
    club = make_club("reeds", owner=ada)
    program = make_program(name="Chat bot of the Reed club", maker=ada, club=club.slug)
    program.tokens_of(ada, scope="play club")
    made = f"/me/applications/made/{program.application.client_id}/"
    pages = ["/me/applications/", "/me/applications/made/", made, "/me/tokens/"]
    question = program.address(scope="play organise club")
    found: list[object] = []
    problems: list[tuple[str, str]] = []
    with browser_of(ada, live_server, language) as page:
        report_errors(page, found)
        for address in [*pages, question]:
            page.goto(address)
            found += faults(page)
    with browser_of(None, live_server, language, width=PHONE) as page:
        report_errors(page, problems)
        page.goto(program.address(scope="site"))
        found += faults(page)
    assert [text for _url, text in problems if "400" not in text] == []
    assert found == []
