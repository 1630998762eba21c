"""Checks that the studio sees a running game: python3 attached.py STUDIO GAME [ARGUMENT…]

STUDIO is the `cunning` command. GAME prints the line to attach to it and has a guard called Bo, as the examples called
`attached` have. The studio is asked what a page asks: the connection, the agents, the plan, and whether ticks go on.
"""

import base64
import json
import os
import socket
import struct
import subprocess
import sys
import time

PATIENCE_S = 20


class Page:
    """A page of the studio: the client's end of its WebSocket."""

    def __init__(self, url):
        address, token = url.removeprefix("http://").split("/#")
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /socket HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.stream = self.socket.makefile("rb")
        line = self.stream.readline()
        assert b" 101 " in line, f"the studio answered {line}"
        while self.stream.readline().strip():
            pass
        self.requests = 0
        self.send({"token": token})
        self.info = self.receive()

    def send(self, message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.socket.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        first, length = self.stream.read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.stream.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.stream.read(8))
        data = self.stream.read(length)
        assert first == 0x81, f"the studio closed the connection: {data}"
        return json.loads(data)

    def ask(self, request, **parameters):
        self.requests += 1
        self.send({"id": self.requests, "request": request, **parameters})
        while (reply := self.receive()).get("id") != self.requests:
            pass
        assert "ok" in reply, reply
        return reply["ok"]

    def last_tick(self):
        """The last tick of the next status."""
        while "status" not in (message := self.receive()):
            pass
        return message["status"]["lastTick"]


def first_line(process):
    line = process.stdout.readline().decode().strip()
    assert line, f"{process.args} printed nothing and ended with {process.wait(PATIENCE_S)}"
    return line


def check(studio, game):
    address = first_line(game).removeprefix("cunning studio --attach ")
    command = [studio, "studio", "--attach", address, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            page = Page(first_line(server))
            assert page.info["isAttached"], page.info
            begun, tick = time.monotonic(), page.last_tick()
            while page.last_tick() < tick + 5:
                assert time.monotonic() - begun < PATIENCE_S, "the studio sees no new ticks"
            agents = page.ask("frame", tick=tick)["agents"]
            assert [agent["name"] for agent in agents] == ["Bo"], agents
            details = page.ask("agent", agent=agents[0]["agent"], tick=tick)
            beliefs = {belief["fact"]: belief["value"] for belief in details["beliefs"]}
            assert beliefs["sees_thief"] == "true", beliefs
            return f"{page.info['title']}: {agents[0]['name']} at tick {tick}"
        finally:
            server.kill()


def main():
    studio, *command = sys.argv[1:]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as game:
        try:
            print(check(studio, game))
        finally:
            game.kill()


if __name__ == "__main__":
    main()
