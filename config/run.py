"""`make`: runs the whole service in one terminal, and leaves no process behind.

Starts a broker if none is configured, migrates the database, creates a demo club if it is empty,
then runs the worker with beat, the web server and the server of followers until Ctrl-C, or until
one of them dies.
"""

import ctypes
import errno
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config import broker, environment
from config.private_files import make_private_folder
from config.running import commands

STOP_SECONDS = 15.0
START_SECONDS = 60.0
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


class CannotRun(Exception):
    """The service cannot start, or one of its processes has ended."""


class Stopped(Exception):
    """A signal asks to stop."""


@dataclass(slots=True)
class Service:
    """The processes of one run, in start order."""

    env: dict[str, str]
    processes: list[tuple[str, subprocess.Popen[bytes]]] = field(default_factory=list)

    def start(
        self, name: str, command: Sequence[str], *, stdin: str = "", log: Path | None = None
    ) -> None:
        """Start a process in its own group, so that Ctrl-C does not reach it."""
        with ExitStack() as stack:
            process = subprocess.Popen(
                command,
                env=self.env,
                cwd=environment.ROOT,
                stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                stdout=stack.enter_context(log.open("wb")) if log else None,
                stderr=subprocess.STDOUT if log else None,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )
        self.processes.append((name, process))
        if stdin and process.stdin:
            with process.stdin as pipe:
                pipe.write(stdin.encode())

    def run_command(self, name: str, *command: str) -> None:
        """Run a manage.py command.

        :raises CannotRun: it failed.
        """
        self.start(name, [sys.executable, "manage.py", *command])
        code = self.processes[-1][1].wait()
        self.processes.pop()
        if code:
            raise CannotRun(f"{name} failed (manage.py {' '.join(command)}).")

    def require_alive(self) -> None:
        for name, process in self.processes:
            if process.poll() is not None:
                raise CannotRun(f"The {name} ended by itself (exit code {process.returncode}).")

    def stop(self) -> None:
        """Stop all processes and their children, in reverse start order."""
        for _name, process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
            _kill_group(process.pid)
            process.wait()
        self.processes.clear()
        # Reap orphans, which have become our children (see _adopt_orphans).
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _raise_stopped)
    _adopt_orphans()
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
    service = Service(env={**os.environ, **commands.PROCESS_ENV})
    stack.callback(_stop_service, service)
    chosen = broker.choose_broker(redis_url=settings.redis_url, var_dir=settings.var_dir)
    print(f"Broker: {chosen.description}.", flush=True)
    if chosen.command:
        log = settings.var_dir / "redis" / "log"
        service.start("broker", chosen.command, stdin=chosen.config, log=log)
        _wait_for_port(service, int(chosen.url.rsplit(":", 1)[1].split("/")[0]))
        broker.announce_url(settings.var_dir, chosen.url)
        stack.callback(broker.retract_url, settings.var_dir)
        service.env["REDIS_URL"] = chosen.url
    _run_setup_steps(service, settings, with_redis=bool(chosen.url))
    _serve(service, settings)


def _run_setup_steps(
    service: Service, settings: environment.Environment, *, with_redis: bool
) -> None:
    service.run_command("The migration", "migrate", "--verbosity", "0")
    if not with_redis:
        service.run_command("The cache table", "createcachetable")
    if not settings.debug:
        service.run_command(
            "Collecting static files", "collectstatic", "--noinput", "--verbosity", "0"
        )
    elif settings.demo:
        service.run_command("The demo club", "demo")
    if not (settings.debug and settings.demo):  # the demo has accounts
        service.run_command("The code of the first account", "first_run")


def _serve(service: Service, settings: environment.Environment) -> None:
    follow_port = settings.follow_port or broker.free_port()
    host = environment.own_address(settings.bind_address)
    shown = f"[{host}]" if ":" in host else host
    service.env["FOLLOW_URL"] = settings.follow_url or f"http://{shown}:{follow_port}/follow/"
    service.start("worker", commands.worker_command(settings, beat=True))
    service.start("web server", commands.web_command())
    service.start("server of followers", commands.follow_command(settings, follow_port))
    for port in (settings.port, follow_port):
        _wait_for_port(service, port, host)
    address = f"http://{shown}:{settings.port}/"
    _wait_for_response(service, f"{address}healthz")
    print(f"\nRoadhouse is open at {address}   (Ctrl-C stops it)\n", flush=True)
    while True:
        service.require_alive()
        time.sleep(0.5)


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


def _kill_group(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


# Both for Linux only.
def _die_with_parent() -> None:
    """Runs in the child: the kernel terminates it if this process is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _adopt_orphans() -> None:
    """Become the parent of orphaned descendants, so that we can wait for them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


if __name__ == "__main__":
    sys.exit(main())
