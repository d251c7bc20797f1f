"""`make`: runs the whole service in one terminal, and leaves no process behind.

Starts a broker if none is configured, loads the project, migrates the database, creates a demo club
if it is empty, then runs the workers with beat, the web server and the server of followers until
Ctrl-C. They are forked from this process, so that the project is loaded once. One that ends before
the service is open ends the run; later it is started again.
"""

import errno
import fcntl
import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType

from config import broker, environment
from config.metrics.folder import count_in_files
from config.private_files import make_private_folder
from config.running.own_process import set_up_process
from config.running.processes import CannotRun, Program, Service, adopt_orphans

START_SECONDS = 60.0
WATCH_SECONDS = 0.25
# Tables and pairings, for which people wait, have a worker that no long replay or mail takes up.
PROMPT_QUEUES = ("standings", "pairing")
OTHER_QUEUES = tuple(queue for queue in environment.QUEUES if queue not in PROMPT_QUEUES)
PROGRAMS = ("web", "worker", "follow")
WORKERS = {PROMPT_QUEUES: "worker with beat", OTHER_QUEUES: "worker of ratings"}


class Stopped(Exception):
    """A signal asks to stop."""


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _raise_stopped)
    adopt_orphans()
    try:
        settings = environment.read_environment()
        with ExitStack() as stack:
            run(settings, stack)
    except Stopped:
        print("Stopped.", flush=True)
    except (CannotRun, environment.BadEnvironment) as error:
        print(f"\nroadhouse: {error}", file=sys.stderr, flush=True)
        return 1
    return 0


def run(settings: environment.Environment, stack: ExitStack) -> None:
    """Run until stopped. stack: cleans up everything that is started."""
    make_private_folder(settings.var_dir)
    stack.enter_context(_lock_var_dir(settings.var_dir))
    _require_free_port(settings.bind_address, settings.port)
    service = Service(adopts_orphans=True)
    stack.callback(_stop_service, service)
    chosen = broker.choose_broker(redis_url=settings.redis_url, var_dir=settings.var_dir)
    print(f"Broker: {chosen.description}.", flush=True)
    if chosen.command:
        log = settings.var_dir / "redis" / "log"
        service.start(
            Program("broker", chosen.command, stdin=chosen.config, log=log, stops_last=True)
        )
        _wait_for_port(service, int(chosen.url.rsplit(":", 1)[1].split("/")[0]))
        broker.announce_url(settings.var_dir, chosen.url)
        stack.callback(broker.retract_url, settings.var_dir)
        os.environ["REDIS_URL"] = chosen.url
    follow_port = settings.follow_port or broker.free_port()
    own_url = f"http://{_own_host(settings)}:{follow_port}/follow/"
    os.environ["FOLLOW_URL"] = settings.follow_url or own_url
    set_up_process()
    _prepare(service, settings, with_redis=bool(chosen.url))
    _serve(service, settings, follow_port)


def _prepare(service: Service, settings: environment.Environment, *, with_redis: bool) -> None:
    """Load the project, and let it prepare static files and database."""
    project = import_module("config.running.project")  # it reads the environment that was set
    if not settings.debug:
        collect = partial(project.manage, "collectstatic", "--noinput", "--verbosity", "0")
        service.complete(Program("Collecting static files", collect))
    if settings.metrics:
        count_in_files(settings.var_dir)
    project.load()
    # The demo has accounts, so the first one is not asked for.
    wanted = {"--cache-table": not with_redis, "--demo": settings.debug and settings.demo}
    options = (option for option, is_on in wanted.items() if is_on)
    service.complete(Program("The preparation", partial(project.manage, "prepare", *options)))


def _serve(service: Service, settings: environment.Environment, follow_port: int) -> None:
    web, worker, follow = (import_module(f"config.running.{each}") for each in PROGRAMS)
    for queues, name in WORKERS.items():
        beat = queues == PROMPT_QUEUES
        service.start(Program(name, partial(worker.work, settings, queues, beat=beat)))
    service.start(Program("web server", web.serve))
    service.start(Program("server of followers", partial(follow.serve, settings, follow_port)))
    for port in (settings.port, follow_port):
        _wait_for_port(service, port, environment.own_address(settings.bind_address))
    address = f"http://{_own_host(settings)}:{settings.port}/"
    _wait_for_response(service, f"{address}healthz")
    print(f"\nRoadhouse is open at {address}   (Ctrl-C stops it)\n", flush=True)
    while True:
        service.restart_ended()
        time.sleep(WATCH_SECONDS)


def _own_host(settings: environment.Environment) -> str:
    """As it is written in a URL."""
    host = environment.own_address(settings.bind_address)
    return f"[{host}]" if ":" in host else host


@contextmanager
def _lock_var_dir(var_dir: Path) -> Iterator[None]:
    with (var_dir / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRun(
                f"Another `make` is running the service of {var_dir}. Stop it first (Ctrl-C)."
            ) from None
        yield


def _require_free_port(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise CannotRun(f"Port {port} needs root; choose one above 1023.") from None
        except OSError as error:
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise CannotRun(f"BIND_ADDRESS: this machine has no address {host}.") from None
            other = port + 1 if port < 65535 else 8000
            raise CannotRun(
                f"Port {port} of {host} is in use by another program. "
                f"Stop that, or choose another port: make PORT={other}"
            ) from None


def _wait_for_port(service: Service, port: int, host: str = "127.0.0.1") -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        service.require_alive()
        with suppress(OSError), socket.create_connection((host, port)):
            return
        time.sleep(0.05)
    raise CannotRun(f"Nothing answers on port {port} after {START_SECONDS:.0f} seconds.")


def _wait_for_response(service: Service, address: str) -> None:
    """Wait for the first response: the web server listens before it has loaded the project."""
    request = urllib.request.Request(address, headers={"X-Forwarded-Proto": "https"})
    try:
        with urllib.request.urlopen(request, timeout=START_SECONDS):  # nosec  # our own address
            pass
    except urllib.error.HTTPError:
        pass  # it responds; ALLOWED_HOSTS may lack this name
    except OSError as error:
        service.require_alive()
        raise CannotRun(f"The web server does not answer at {address}: {error}.") from None


def _stop_service(service: Service) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the cleanup
    service.stop()


def _raise_stopped(number: int, frame: FrameType | None) -> None:
    raise Stopped


if __name__ == "__main__":
    sys.exit(main())
