# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""Reading and writing QR codes: the installed program against the programs of zbar and qrencode, pictures by others, and hostile ones."""

import json
import os
import re
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

from demo.world import ROOT
from world_for_tests import PREFIX

PROGRAM = Path(PREFIX) / "libexec/passfold/passfold-qr"
SUPPORT = ROOT / "Tests/Support"
FIRST = b"otpauth://totp/Shop:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SECOND = b"otpauth://totp/Other:bob?secret=KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU"
# The largest number of bytes in each version with error correction M (ISO/IEC 18004 table 7).
CAPACITIES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911, 997, 1059, 1125,
              1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331]
# Like a user's process: root on a test machine has too many permissions.
WITHOUT_POWERS = ["setpriv", "--bounding-set=-all"] if os.geteuid() == 0 else []


def frames(data):
    """Returns the texts in the program's output."""
    texts = []
    while data:
        (count,) = struct.unpack(">I", data[:4])
        texts.append(data[4:4 + count])
        data = data[4 + count:]
    return texts


def png(width, height, rows):
    """Makes a grey PNG by hand, whose header need not be true."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture_of(modules, scale=4):
    """Makes a PNG of dark (true) and light modules."""
    rows = b"".join((b"\0" + b"".join((b"\0" if dark else b"\xff") * scale for dark in row)) * scale for row in modules)
    return png(len(modules[0]) * scale, len(modules) * scale, rows)


class QRTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="passfold-qr-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *arguments, data=b"", environment=None, under=()):
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **(environment or {})}
        return subprocess.run([*under, PROGRAM, *arguments], input=data, capture_output=True, timeout=60, env=environment)

    def write(self, secret, *arguments, **more):
        done = self.run_program("write", *arguments, data=secret, **more)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def read(self, path, **more):
        done = self.run_program("read", "--image", path, **more)
        self.assertEqual((done.returncode, done.stderr), (0, b""), path)
        return frames(done.stdout)

    def assert_refused(self, done, status, code):
        """One line of JSON with a known code, no result, and no part of any secret."""
        self.assertEqual((done.returncode, done.stdout, done.stderr.decode()), (status, b"", json.dumps({"code": code}, separators=(",", ":")) + "\n"))


class WritingTests(QRTestCase):
    def test_every_symbol_size_is_read_by_zbar_and_by_passfold(self):
        for version, count in enumerate(CAPACITIES, 1):
            with self.subTest(version=version):
                text = (b"otpauth://totp/%d?secret=" % version + b"JBSWY3DPEHPK3PXP" * 150)[:count]
                path = self.folder / "symbol.png"
                path.write_bytes(self.write(text, "--format", "png", "--scale", "4"))
                self.assertEqual(struct.unpack(">I", path.read_bytes()[16:20])[0], (17 + 4 * version + 8) * 4)
                self.assertEqual(self.read(path), [text])
                outside = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sbinary", path], capture_output=True)
                self.assertEqual(outside.stdout, text)

    def test_every_byte_value_survives_writing_and_reading(self):
        path = self.folder / "symbol.png"
        for text in (bytes(range(256)), b"\0", b"\xff\xfe\0\0", "Ünïcödé 認証 🔑".encode(), b"12345678901234567890"):
            path.write_bytes(self.write(text, "--format", "png"))
            self.assertEqual(self.read(path), [text])

    def test_the_symbol_drawn_for_a_terminal_is_readable(self):
        styles = {("--ground", "dark"): lambda lines: self.half_blocks(lines, False), ("--ground", "light"): lambda lines: self.half_blocks(lines, True),
                  ("--ground", "painted"): lambda lines: self.half_blocks([re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines], True),
                  ("--ascii", "--ground", "dark"): lambda lines: self.pairs(lines, False),
                  ("--ascii", "--ground", "light"): lambda lines: self.pairs(lines, True)}
        for arguments, parse in styles.items():
            with self.subTest(arguments=arguments):
                text = self.write(FIRST, *arguments).decode()
                (self.folder / "drawn.png").write_bytes(picture_of(parse(text.splitlines())))
                self.assertEqual(self.read(self.folder / "drawn.png"), [FIRST])

    @staticmethod
    def half_blocks(lines, ink_is_dark):
        return [[(cell in halves) == ink_is_dark for cell in line] for line in lines for halves in ("█▀", "█▄")]

    @staticmethod
    def pairs(lines, ink_is_dark):
        return [[(cell == "#") == ink_is_dark for cell in line[::2]] for line in lines]

    def test_no_color_and_a_locale_without_utf8_are_respected(self):
        self.assertIn(b"\x1b[", self.write(FIRST))
        self.assertNotIn(b"\x1b", self.write(FIRST, environment={"NO_COLOR": "1"}))
        self.assertTrue(self.write(FIRST, environment={"LANG": "C"}).isascii())

    def test_a_terminal_that_is_too_small_gets_the_required_size(self):
        self.assertEqual(len(self.write(FIRST, "--size-limit", "45x23").splitlines()), 23)
        done = self.run_program("write", "--size-limit", "45x22", data=FIRST)
        self.assertEqual((done.returncode, done.stdout), (6, b""))
        self.assertEqual(json.loads(done.stderr), {"code": "terminalTooSmall", "columns": 45, "rows": 23})

    def test_data_that_cannot_be_drawn_and_wrong_arguments_are_refused(self):
        self.assert_refused(self.run_program("write", data=b"x" * 2332), 65, "tooLong")
        self.assert_refused(self.run_program("write", data=b"x" * 100_000), 65, "tooLong")
        self.assert_refused(self.run_program("write"), 4, "empty")
        for arguments in (["--format", "gif"], ["--scale", "x"], ["--size-limit", "0x9"], ["--colour"], ["--format"], ["--format", "png", "--scale", "33"]):
            self.assert_refused(self.run_program("write", *arguments, data=FIRST), 64, "usage")
        for arguments in ([], ["read"], ["read", "--image"], ["read", "--image", "a", "b"], ["read", "--clipboard", "--screen"], ["--help"], ["decode", "x"]):
            self.assert_refused(self.run_program(*arguments), 64, "usage")

    def test_the_svg_is_an_image_with_an_accessible_name(self):
        svg = self.write(FIRST, "--format", "svg").decode()
        self.assertIn('role="img" aria-label="QR code"', svg)
        self.assertIn("<title>QR code</title>", svg)


class ForeignSymbolTests(QRTestCase):
    def encode(self, *arguments, text=FIRST.decode()):
        path = self.folder / "foreign.png"
        subprocess.run(["qrencode", "-o", path, *arguments, text], check=True)
        return path

    def test_symbols_written_by_qrencode_are_read(self):
        for arguments in (["-l", "L"], ["-l", "Q"], ["-l", "H", "-s", "1"], ["-s", "2", "-m", "0"], ["-v", "40"], ["--foreground=204060", "--background=fff0d0"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.read(self.encode(*arguments)), [FIRST])

    def test_numeric_alphanumeric_and_mixed_encodings_are_read(self):
        for text in ("0123456789", "HTTPS://EXAMPLE.COM/A-B", "otpauth://totp/X?secret=JBSWY3DPEHPK3PXP0000000000000000000000&digits=6"):
            with self.subTest(text=text):
                self.assertEqual(self.read(self.encode(text=text)), [text.encode()])

    def test_structured_append_symbols_are_joined(self):
        subprocess.run(["qrencode", "-S", "-v", "2", "-o", self.folder / "part.png", FIRST.decode() * 2], check=True)
        parts = sorted(self.folder.glob("part-*.png"))
        self.assertGreater(len(parts), 2)
        subprocess.run([SUPPORT / "side-by-side", self.folder / "all.png", *reversed(parts)], check=True)
        self.assertEqual(self.read(self.folder / "all.png"), [FIRST * 2])
        subprocess.run([SUPPORT / "side-by-side", self.folder / "some.png", *parts[1:]], check=True)
        self.assert_refused(self.run_program("read", "--image", self.folder / "some.png"), 3, "partsMissing")


class PictureTests(QRTestCase):
    def setUp(self):
        super().setUp()
        for name, secret in (("first", FIRST), ("second", SECOND)):
            (self.folder / f"{name}.png").write_bytes(self.write(secret, "--format", "png"))
        self.forms = self.folder / "forms"
        self.forms.mkdir()
        subprocess.run([SUPPORT / "qr-pictures", self.forms, self.folder / "first.png", self.folder / "second.png"], check=True)

    def test_pictures_of_many_kinds_are_read(self):
        expected = {"two-on-a-page.png": {FIRST, SECOND}, "two-and-one-is-inverted.png": {FIRST, SECOND}}
        empty = {"nothing.png", "noise.png", "moving.webp"}
        names = {path.name for path in self.forms.iterdir()} - empty
        self.assertGreater(len(names), 30)
        for name in sorted(names):
            with self.subTest(name):
                found = self.read(self.forms / name)
                self.assertEqual(set(found), expected.get(name, {FIRST}))
                self.assertEqual(len(found), len(set(found)))

    def test_pictures_without_a_symbol_and_animations_are_refused(self):
        for name in ("nothing.png", "noise.png"):
            self.assert_refused(self.run_program("read", "--image", self.forms / name), 3, "nothingFound")
        self.assert_refused(self.run_program("read", "--image", self.forms / "moving.webp"), 4, "pictureDamaged")

    def test_a_picture_is_read_from_a_pipe(self):
        self.assertEqual(self.read("-", data=(self.forms / "plain.jpg").read_bytes()), [FIRST])

    def test_a_bar_code_is_not_a_qr_code(self):
        rows = b"".join(b"\0" + b"".join((b"\0" if bit == "1" else b"\xff") * 3 for bit in EAN_13) for _ in range(80))
        path = self.folder / "bars.png"
        path.write_bytes(png(len(EAN_13) * 3, 80, rows))
        self.assertIn(b"5901234123457", subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True).stdout)
        self.assert_refused(self.run_program("read", "--image", path), 3, "nothingFound")

    def test_a_truncated_picture_is_refused(self):
        for name in ("plain.png", "plain.jpg", "plain.webp"):
            whole = (self.forms / name).read_bytes()
            for count in (9, 24, len(whole) // 3):
                with self.subTest(name, count=count):
                    path = self.folder / "half"
                    path.write_bytes(whole[:count])
                    done = self.run_program("read", "--image", path)
                    self.assertIn(json.loads(done.stderr)["code"], ("pictureDamaged", "formatUnknown"))
                    self.assertEqual((done.returncode, done.stdout), (4, b""))


    def test_jpeg_and_webp_headers_with_huge_sizes_are_refused(self):
        jpeg = bytearray((self.forms / "plain.jpg").read_bytes())
        start = jpeg.index(b"\xff\xc0") + 5
        jpeg[start:start + 4] = struct.pack(">HH", 60_000, 60_000)
        webp = bytearray((self.forms / "plain.webp").read_bytes())
        start = webp.index(b"VP8L") + 9
        webp[start:start + 4] = struct.pack("<I", 16_383 | 16_383 << 14)
        for content in (jpeg, webp):
            path = self.folder / "bomb"
            path.write_bytes(content)
            self.assert_refused(self.run_program("read", "--image", path), 4, "pictureTooLarge")


# The bars of 5901234123457 with white around them.
EAN_13 = "0" * 12 + "10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101" + "0" * 12


class RefusalTests(QRTestCase):
    def refuse(self, content, code, status=4):
        path = self.folder / "picture"
        path.write_bytes(content)
        self.assert_refused(self.run_program("read", "--image", path), status, code)

    def test_headers_with_huge_sizes_are_refused_before_decoding(self):
        self.refuse(png(100_000, 100_000, b""), "pictureTooLarge")
        self.refuse(png(0xFFFF, 1025, b""), "pictureTooLarge")
        self.refuse(b"PASSFOLD" + struct.pack(">II", 0xFFFFFFFF, 0xFFFFFFFF), "pictureTooLarge")
        self.refuse(b"PASSFOLD" + struct.pack(">II", 0, 7), "pictureDamaged")
        self.refuse(b"PASSFOLD" + struct.pack(">II", 100, 100) + bytes(9_999), "pictureDamaged")

    def test_data_that_is_not_a_picture_is_refused(self):
        self.refuse(b"", "empty")
        self.refuse(b"otpauth://totp/X?secret=JBSWY3DPEHPK3PXP", "formatUnknown")
        self.refuse(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "formatUnknown")
        self.refuse(b"GIF89a\1\0\1\0", "formatUnknown")
        self.refuse(bytes(10_000), "formatUnknown")

    def test_folders_devices_and_missing_or_unreadable_files_are_refused(self):
        self.assert_refused(self.run_program("read", "--image", self.folder), 4, "notAFile")
        self.assert_refused(self.run_program("read", "--image", "/dev/zero"), 4, "notAFile")
        self.assert_refused(self.run_program("read", "--image", self.folder / "none"), 4, "fileMissing")
        closed = self.folder / "closed.png"
        closed.write_bytes(b"x")
        closed.chmod(0)
        self.assert_refused(self.run_program("read", "--image", closed, under=WITHOUT_POWERS), 4, "fileUnreadable")

    def test_an_oversized_file_or_an_endless_pipe_is_refused(self):
        large = self.folder / "large.png"
        with large.open("wb") as file:
            file.truncate((32 << 20) + 1)
        self.assert_refused(self.run_program("read", "--image", large), 4, "fileTooLarge")
        with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
            done = subprocess.run([PROGRAM, "read", "--image", "-"], stdin=endless.stdout, capture_output=True, timeout=30)
            endless.kill()
        self.assert_refused(done, 4, "fileTooLarge")

    def test_the_decoder_runs_confined(self):
        """Its remaining permissions are read while it waits for its picture."""
        with subprocess.Popen([PROGRAM, "decode"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[]) as decoder:
            folder = Path(f"/proc/{decoder.pid}")
            for _ in range(200):
                status = dict(line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line)
                if status["Seccomp"] == "2":
                    break
                subprocess.run(["sleep", "0.02"])
            limits = (folder / "limits").read_text()
            decoder.stdin.close()
            self.assertEqual(decoder.wait(), 4)
        self.assertEqual((status["Seccomp"], status["NoNewPrivs"]), ("2", "1"))
        for limit in ("Max core file size +0 +0", "Max cpu time +30 +30", "Max open files +3 +3", "Max address space +1073741824 +1073741824"):
            self.assertRegex(limits, limit)
