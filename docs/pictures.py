"""`make pictures`: the main pages of the demo club, as the pictures of README and docs.

A service of its own in a folder of its own; nothing of a running one is touched. Needs chromium.
"""

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from config.broker import free_port

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
LAPTOP, PHONE, HALL = (1280, 860), (390, 844), (1600, 900)
EVENT = "lantern-open"
# Name, address, language, window, whose: a player or the organiser, or nobody's.
PAGES = (
    ("event", f"/events/{EVENT}/", "en", LAPTOP, ""),
    ("event-he", f"/events/{EVENT}/", "he", PHONE, ""),
    ("game", "", "en", LAPTOP, ""),
    ("phone", "/me/", "en", PHONE, "jonas"),
    ("desk", f"/manage/{EVENT}/", "en", LAPTOP, "olga"),
    ("wall", f"/events/{EVENT}/wall/", "en", HALL, ""),
    ("verify", "/verify/", "ja", PHONE, ""),
    ("rating", "", "en", LAPTOP, ""),
)
PASSWORDS = {"jonas": "demo-player", "olga": "demo-organiser"}


def main() -> None:
    binary = shutil.which("chromium") or shutil.which("chromium-browser")
    if binary is None:
        sys.exit("pictures: needs chromium; on Debian: apt install chromium")
    with TemporaryDirectory() as folder, service(Path(folder)) as base, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=binary, args=["--no-sandbox"])
        PICTURES.mkdir(exist_ok=True)
        for name, path, language, (width, height), user in PAGES:
            size = {"width": width, "height": height}
            page = signed_in(chromium, base, language, size, user)
            page.goto(path or newest(page, name))
            page.screenshot(path=PICTURES / f"{name}.png")
            print(f"docs/pictures/{name}.png")
        chromium.close()


def signed_in(chromium: Browser, base: str, language: str, size: Any, user: str) -> Any:
    context = chromium.new_context(base_url=base, viewport=size)
    context.add_cookies([{"url": base, "name": "django_language", "value": language}])
    page = context.new_page()
    if user:
        page.goto("/login/")
        page.fill("[name=username]", user)
        page.fill("[name=password]", PASSWORDS[user])
        with page.expect_navigation():
            page.locator("main form button").first.click()
    return page


def newest(page: Any, name: str) -> str:
    """A game or a player that the demo has: the first one in the list of its kind."""
    if name == "game":
        page.goto(f"/events/{EVENT}/games/")
        return str(page.locator('main a[href^="/games/"]').first.get_attribute("href"))
    page.goto("/players/")
    return str(page.locator('main a[href^="/players/"]').first.get_attribute("href"))


@contextmanager
def service(folder: Path) -> Iterator[str]:
    """The demo club at an address of its own."""
    port = free_port()
    env = {
        **{name: value for name, value in os.environ.items() if name != "REDIS_URL"},
        "DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3",
        "DEBUG": "1",
    }
    manage = [sys.executable, "manage.py"]
    for command in (["migrate", "-v0"], ["createcachetable"], ["demo"]):
        subprocess.run(
            [*manage, *command], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL
        )
    server = subprocess.Popen(
        [*manage, "runserver", "--noreload", f"127.0.0.1:{port}"],
        cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(base)
        yield base
    finally:
        server.terminate()
        server.wait()


def wait_for(base: str) -> None:
    for _attempt in range(100):
        try:
            urllib.request.urlopen(f"{base}/healthz").close()  # nosec  # our own address
            return
        except urllib.error.URLError:
            time.sleep(0.3)
    sys.exit("pictures: the service did not start")


if __name__ == "__main__":
    main()
