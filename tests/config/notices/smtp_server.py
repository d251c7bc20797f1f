"""A small mail server (RFC 5321) that takes mails, or refuses them as a test says."""

import email
import socketserver
import threading
from email.policy import default


class MailServer:
    """answers: by command (RCPT, DATA) what is said instead of yes, each once unless it is kept."""

    def __init__(self):
        self.mails, self.answers, self.kept = [], {}, False
        of = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                talk(self.rfile, self.wfile, of)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def refusal(self, command):
        return self.answers.get(command) if self.kept else self.answers.pop(command, None)

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def talk(lines, out, server):
    """One connection."""

    def say(text):
        out.write(text.encode() + b"\r\n")

    to: list[str] = []
    say("220 here")
    while line := lines.readline():
        command = line.split(b" ", 1)[0].strip().upper().decode()
        if command in ("EHLO", "HELO"):
            say("250 here")
        elif command == "QUIT":
            say("221 bye")
            return
        elif refusal := server.refusal("END" if command == "DATA" else command):
            say(refusal)
        elif command == "DATA":
            say("354 go on")
            text = b""
            while (part := lines.readline()) != b".\r\n":
                text += part.removeprefix(b".") if part.startswith(b"..") else part
            if refusal := server.refusal("DATA"):
                say(refusal)
            else:
                server.mails.append((to, email.message_from_bytes(text, policy=default)))
                say("250 taken")
        else:
            if command == "RCPT":
                to = [line.decode().split("<")[1].split(">")[0]]
            say("250 yes")
