# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""A terminal's screen as a picture."""

import re


class Screen:
    """As much of a terminal as the views need: positioned text, bold, dim and colour."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.clear()

    def clear(self):
        self.cells = [[(" ", "0")] * self.columns for _ in range(self.rows)]
        self.line = self.column = 0
        self.style = "0"

    def feed(self, text):
        for piece in re.finditer(r"\x1b\[\??([\d;]*)([A-Za-z])|([^\x1b])", text):
            numbers, command, character = piece.groups()
            if character == "\n":
                self.line, self.column = min(self.line + 1, self.rows - 1), 0
            elif character == "\r":
                self.column = 0
            elif character:
                if self.column < self.columns:
                    self.cells[self.line][self.column] = (character, self.style)
                self.column += 1
            elif command == "H":
                line, column = (numbers.split(";") + ["1"])[:2] if numbers else ("1", "1")
                self.line, self.column = int(line) - 1, int(column) - 1
            elif command == "J":
                self.clear()
            elif command == "K":
                self.cells[self.line] = [(" ", "0")] * self.columns
            elif command == "m":
                # A numbered colour is added to the current style; any other style replaces it.
                self.style = f"{self.style};{numbers}" if numbers.startswith(("38;5", "48;5")) else numbers or "0"

    def draw(self, path, dark):
        from PIL import Image, ImageDraw, ImageFont

        folder = "/usr/share/fonts/truetype/dejavu/"
        plain, bold = (ImageFont.truetype(folder + name, 14) for name in ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"))
        width, height = 8.43, 18
        ground, ink, soft, yellow = ("#15171c", "#e6e8ee", "#9aa3b5", "#f5c451") if dark else ("#ffffff", "#17181c", "#5c6270", "#8a6100")
        picture = Image.new("RGB", (int(self.columns * width) + 24, self.rows * height + 24), ground)
        pen = ImageDraw.Draw(picture)
        for row, cells in enumerate(self.cells):
            for column, (character, style) in enumerate(cells):
                grounds = re.findall(r"48;5;(16|231)", style)
                if grounds:
                    place = (12 + column * width, 12 + row * height)
                    pen.rectangle((*place, place[0] + width, place[1] + height - 1), "#000000" if grounds[-1] == "16" else "#ffffff")
                if character != " ":
                    numbers = style.split(";")
                    if inks := re.findall(r"38;5;(16|231)", style):
                        pen.text((12 + column * width, 12 + row * height), character, "#000000" if inks[-1] == "16" else "#ffffff", plain)
                        continue
                    color = yellow if "33" in numbers else soft if "2" in numbers else ink
                    pen.text((12 + column * width, 12 + row * height), character, color, bold if "1" in numbers else plain)
        picture.save(path, optimize=True)
