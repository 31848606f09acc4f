# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A small client of the Chrome DevTools Protocol over --remote-debugging-pipe.

Messages are JSON, each followed by a NUL byte. Sessions are flattened: one pipe is used for all of them, distinguished by sessionId.
"""

import json
import os
import queue
import threading
import time


class DevToolsError(Exception):
    """The browser refused a command, or ended before it answered."""


class Connection:
    """A pipe to a browser. A reader thread separates answers from events and passes events to the listeners."""

    def __init__(self, reading, writing):
        self._reading = reading
        self._writing = writing
        self._write_lock = threading.Lock()
        self._answers = {}
        self._listeners = []
        self._state = threading.Lock()
        self._next = 0
        self.closed = threading.Event()
        threading.Thread(target=self._read, name="devtools-reader", daemon=True).start()

    def call(self, method, parameters=None, session=None, timeout=30.0):
        """Sends one command and returns its result."""
        answer = queue.SimpleQueue()
        with self._state:
            self._next += 1
            number = self._next
            self._answers[number] = (session, answer)
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        try:
            with self._write_lock:
                while data:
                    data = data[os.write(self._writing, data):]
        except OSError as error:
            raise DevToolsError(f"{method}: the browser is gone ({error.strerror})") from None
        if self.closed.is_set():
            answer.put(None)
        try:
            reply = answer.get(timeout=timeout)
        except queue.Empty:
            raise DevToolsError(f"{method}: no answer within {timeout:.0f} s") from None
        if reply is None:
            raise DevToolsError(f"{method}: the page or the browser is gone")
        if "error" in reply:
            raise DevToolsError(f"{method}: {reply['error'].get('message', 'refused')}")
        return reply.get("result", {})

    def listen(self, listener):
        """Calls listener(session, method, parameters) for each event, on the reader's thread."""
        with self._state:
            self._listeners.append(listener)

    def close(self):
        for descriptor in (self._writing, self._reading):
            try:
                os.close(descriptor)
            except OSError:
                pass

    def _read(self):
        pending = bytearray()
        while True:
            try:
                chunk = os.read(self._reading, 1 << 20)
            except OSError:
                chunk = b""
            if not chunk:
                break
            pending += chunk
            *messages, rest = pending.split(b"\0")
            pending = bytearray(rest)
            for message in messages:
                self._sort(json.loads(message))
        self.closed.set()
        self._give_up(lambda session: True)

    def _give_up(self, is_gone):
        """Stops waiting for answers from sessions that are gone."""
        with self._state:
            numbers = [number for number, (session, _) in self._answers.items() if is_gone(session)]
            waiting = [self._answers.pop(number)[1] for number in numbers]
        for answer in waiting:
            answer.put(None)

    def _sort(self, message):
        with self._state:
            _, answer = self._answers.pop(message.get("id"), (None, None))
            listeners = list(self._listeners)
        if answer is not None:
            answer.put(message)
        elif "method" in message:
            # A popup that closes itself leaves its pending commands unanswered.
            if message["method"] == "Target.detachedFromTarget":
                gone = message["params"]["sessionId"]
                self._give_up(lambda session: session == gone)
            for listener in listeners:
                listener(message.get("sessionId"), message["method"], message.get("params", {}))


# The maximum pause between two questions, unless the caller specifies one.
LONGEST_PAUSE = 0.1


def until(question, timeout=30.0, what="it", pause=0.01):
    """Repeats a question until the answer is true and returns the answer; TimeoutError says what was missing (text, or a function that
    returns it).

    The longer the wait, the less often the question is asked, so that it does not slow down what it waits for; the delay is at most a
    twentieth of the time.
    """
    start = time.monotonic()
    while True:
        answer = question()
        if answer:
            return answer
        waited = time.monotonic() - start
        if waited > timeout:
            raise TimeoutError(f"{what() if callable(what) else what} did not come within {timeout:g} s")
        time.sleep(max(pause, min(waited / 20, LONGEST_PAUSE)))
