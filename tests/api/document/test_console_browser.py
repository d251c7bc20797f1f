"""The console of /api/docs/ in a real browser: it takes a token and sends requests."""

import pytest

from config.access.tokens import create_token
from tests.browsing import WIDTHS, browser_of, expect, in_a_browser, report_errors
from tests.builders import make_user

pytestmark = in_a_browser


@pytest.mark.parametrize("width", WIDTHS)
def test_a_request_is_tried_with_a_token(live_server, width):
    secret = create_token(username=make_user("ada").username)[1]
    with browser_of(None, live_server, "en", width=width) as page:
        found: list[object] = []
        report_errors(page, found)
        page.goto("/api/docs/")
        page.locator("button.authorize").first.click()
        assert "cookie" not in page.locator(".modal-ux").inner_text()  # the browser has it anyway
        token = page.locator(".auth-container", has_text="Bearer")
        token.locator("input").fill(secret)
        token.locator("button.authorize").click()
        page.locator(".close-modal").click()
        operation = page.locator(".opblock", has=page.locator("[data-path='/api/v1/me/']"))
        operation.locator("button.opblock-summary-control").click()
        operation.locator(".try-out__btn").click()
        operation.locator("button.execute").click()
        answer = operation.locator(".live-responses-table")
        expect(answer.locator("td.response-col_status").nth(1)).to_contain_text("200")
        expect(answer).to_contain_text('"ada"')
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert found == []  # the content policy refuses nothing
