# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0

"""The looks of a desktop: light or dark, high contrast, large text, wide or narrow, another language."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    dark: bool = False
    contrast: bool = False
    right_to_left: bool = False
    language: str = "en"
    # The text size in per cent of the usual one.
    text: int = 100
    # The width and height of the window; None for the window's own size.
    size: tuple | None = None

    @property
    def name(self):
        """The part of picture names that distinguishes this look from others."""
        parts = ["dark" if self.dark else "light", "contrast" if self.contrast else "", "rtl" if self.right_to_left else "",
                 "" if self.language == "en" else self.language, "" if self.text == 100 else f"text{self.text}", str(self.size[0]) if self.size else ""]
        return "-".join(part for part in parts if part)

    def environment(self, desktop):
        """Returns the environment variables for a program on the desktop."""
        # Without a settings daemon, the resolution (usually 96 dots per inch) is a resource of the X server.
        desktop.run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", f"Xft.dpi:\t{96 * self.text // 100}\n")
        found = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark" if self.dark else "prefer-light", "ADW_DEBUG_HIGH_CONTRAST": "1" if self.contrast else "0"}
        if self.language != "en":
            found["LANGUAGE"] = self.language
        if self.right_to_left:
            found["LC_MESSAGES"] = "he_IL.UTF-8"
        return found


# Combines each extreme with each other one at least once.
LOOKS = (
    Look(text=200), Look(text=200, dark=True, language="de", size=(1440, 900)), Look(text=200, contrast=True, language="de", size=(360, 740)),
    Look(text=200, dark=True, contrast=True, right_to_left=True, size=(1920, 1040)), Look(language="de", size=(1920, 1040)),
    Look(dark=True, right_to_left=True, size=(1440, 900)), Look(contrast=True, size=(1440, 900)), Look(dark=True, contrast=True, language="de"))
