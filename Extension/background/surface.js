// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Opens the extension's popup; where the browser refuses (its window has no focus), a small window of its own.

const TRIES = 4;
const BETWEEN_TRIES_MILLISECONDS = 250;

/** @param {string} url */
const WINDOW = (url) => ({ url, type: 'popup', width: 400, height: 600 });

/**
 * @param {object} environment
 * @param {{openPopup(options?: object): Promise<void>}} environment.action
 * @param {{create(options: object): Promise<any>}} environment.windows
 * @param {string} environment.page the popup's address
 * @param {(milliseconds: number) => Promise<void>} environment.wait
 */
export function createSurface({ action, windows, page, wait }) {
  let opening = false;

  return {
    /** A window that stays when another program's gets the focus, which closes a popup. */
    async openWindow() {
      await windows.create(WINDOW(page));
    },

    /**
     * @param {number} windowId
     * @param {() => boolean} isOpen
     */
    async open(windowId, isOpen) {
      if (opening || isOpen()) return;
      opening = true;
      try {
        for (let count = 0; count < TRIES && !isOpen(); count += 1) {
          if (count > 0) await wait(BETWEEN_TRIES_MILLISECONDS);
          try {
            await action.openPopup({ windowId });
            return;
          } catch {
            // The window may have lost its focus to a prompt a moment ago and get it back.
          }
        }
        if (!isOpen()) await windows.create(WINDOW(page));
      } finally {
        opening = false;
      }
    },
  };
}
