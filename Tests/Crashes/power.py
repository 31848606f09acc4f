# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""What a disk may hold after a power cut, by the calls that were written down before it.

A file's content is certain once it was synchronised; what was written since may be there or not, in any order, and torn between sectors. A
name is certain once its folder was synchronised; the changes of a folder's names since then are there up to some point, in their order.
"""

import os

SECTOR = 512


class _File:
    def __init__(self, content=b""):
        self.certain = bytearray(content)
        self.pending = []


def _apply(content, call, part=None):
    if call.kind == "T":
        if len(content) > call.offset:
            del content[call.offset:]
        else:
            content.extend(bytes(call.offset - len(content)))
        return
    start, data = (0, call.data) if part is None else part
    place = call.offset + start
    if len(content) < place:
        content.extend(bytes(place - len(content)))
    content[place:place + len(data)] = data


class Disk:
    """The disk below one folder, as far as it is certain, and what may have reached it."""

    def __init__(self, base):
        self.base = str(base)
        self.files = {}
        self.names = {}
        self.folders = set()
        for folder, folders, names in os.walk(base):
            self.folders.add(folder)
            for name in names:
                path = os.path.join(folder, name)
                number = os.stat(path).st_ino
                with open(path, "rb") as file:
                    self.files[number] = _File(file.read())
                self.names[path] = number
        self.pending_names = []
        self.inodes_of_folders = {}

    def take(self, call):
        """Takes note of a call."""
        if call.kind == "C":
            self.files[call.file] = _File()
            self.pending_names.append(call)
        elif call.kind in "RUM":
            self.pending_names.append(call)
        elif call.kind in "WT":
            self.files.setdefault(call.file, _File()).pending.append(call)
        elif call.kind == "S":
            if call.file in self.files:
                file = self.files[call.file]
                for earlier in file.pending:
                    _apply(file.certain, earlier)
                file.pending = []
            else:
                # A folder: all names in it are certain, and what came before them in the journal of names.
                last = max((place for place, earlier in enumerate(self.pending_names) if self._is_in(earlier, call.path)), default=-1)
                for earlier in self.pending_names[:last + 1]:
                    self._name(self.names, self.folders, earlier)
                self.pending_names = self.pending_names[last + 1:]

    @staticmethod
    def _is_in(call, folder):
        return any(os.path.dirname(path) == folder.rstrip("/") for path in (call.path, call.other) if path)

    @staticmethod
    def _name(names, folders, call):
        def moved(source, target):
            return {target + path[len(source):] if path == source or path.startswith(source + "/") else path for path in folders}

        if call.kind == "C":
            names[call.path] = call.file
        elif call.kind == "M":
            folders.add(call.path)
        elif call.kind == "U":
            names.pop(call.path, None)
            folders.discard(call.path)
        elif call.kind == "R":
            def below(path, folder):
                return path == folder or path.startswith(folder + "/")
            exchanges = call.offset == 2
            first = {path: names.pop(path) for path in [path for path in names if below(path, call.path)]}
            second = {path: names.pop(path) for path in [path for path in names if below(path, call.other)]}
            of_first = {path for path in folders if below(path, call.path)}
            of_second = {path for path in folders if below(path, call.other)}
            folders -= of_first | of_second
            names.update({call.other + path[len(call.path):]: file for path, file in first.items()})
            folders |= {call.other + path[len(call.path):] for path in of_first}
            if exchanges:
                names.update({call.path + path[len(call.other):]: file for path, file in second.items()})
                folders |= {call.path + path[len(call.other):] for path in of_second}

    def image(self, target, chance):
        """Writes one of the states that the disk may be in."""
        names, folders = dict(self.names), set(self.folders)
        for call in self.pending_names[:chance.randint(0, len(self.pending_names))]:
            self._name(names, folders, call)
        for folder in sorted(folders):
            os.makedirs(str(target) + folder[len(self.base):], mode=0o700, exist_ok=True)
        manner = chance.choice(["all", "none", "order", "torn"])
        for path, number in names.items():
            file = self.files[number]
            content = bytearray(file.certain)
            for call in file.pending:
                self._reach(content, call, manner, chance)
            place = str(target) + path[len(self.base):]
            os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
            with open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
                output.write(content)

    @staticmethod
    def _reach(content, call, manner, chance):
        if manner == "none" or (manner == "order" and chance.random() < 0.5):
            return
        if manner != "torn" or call.kind == "T":
            _apply(content, call)
            return
        for start in range(0, len(call.data), SECTOR):
            if chance.random() < 0.5:
                _apply(content, call, (start, call.data[start:start + SECTOR]))
