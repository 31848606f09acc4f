// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check
"use strict";

// Two conveniences on the page of new recovery codes. Without a script the text file, marking and the browser's own printing do the same.

const codes = [...document.querySelectorAll("#recovery-codes li")].map((line) => line.textContent ?? "").join("\n");

const copyButton = document.getElementById("copy-codes");
if (copyButton instanceof HTMLButtonElement && navigator.clipboard) {
  copyButton.hidden = false;
  copyButton.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(codes);
      copyButton.textContent = "Copied";
    } catch {
      copyButton.textContent = "Could not copy";
    }
  });
}

const printButton = document.getElementById("print-codes");
if (printButton instanceof HTMLButtonElement) {
  printButton.hidden = false;
  printButton.addEventListener("click", () => print());
}
