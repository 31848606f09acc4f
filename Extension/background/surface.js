// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Opens the extension's popup at the window of a tab. If the browser refuses (the window has no focus or no toolbar, such as a page's own
// popup window or an installed web app), opens a small separate window instead.

const TRIES = 4;
const BETWEEN_TRIES_MILLISECONDS = 250;

/** @param {string} url */
const WINDOW = (url) => ({ url, type: 'popup', width: 400, height: 600 });

/**
 * @param {object} environment
 * @param {{openPopup(options?: object): Promise<void>}} environment.action
 * @param {{get(id: number): Promise<any>, create(options: object): Promise<any>}} environment.windows
 * @param {{get(id: number): Promise<any>}} environment.tabs
 * @param {string} environment.page the popup's address
 * @param {(milliseconds: number) => Promise<void>} environment.wait
 */
export function createSurface({ action, windows, tabs, page, wait }) {
  let opening = false;
  /** @type {Set<number>} */
  const own = new Set();

  async function makeWindow() {
    const made = await windows.create(WINDOW(page));
    if (typeof made?.id === 'number') own.add(made.id);
  }

  return {
    /** Opens a window. Unlike a popup, it stays open when another program's window gets the focus. */
    openWindow: makeWindow,

    /**
     * @param {number} tabId
     * @param {() => boolean} isOpen
     */
    async open(tabId, isOpen) {
      if (opening || isOpen()) return;
      opening = true;
      try {
        const { windowId } = await tabs.get(tabId);
        const { type } = await windows.get(windowId);
        // Only a normal window has the toolbar that the popup is attached to.
        const tries = type === 'normal' ? TRIES : 0;
        for (let count = 0; count < tries && !isOpen(); count += 1) {
          if (count > 0) await wait(BETWEEN_TRIES_MILLISECONDS);
          try {
            await action.openPopup({ windowId });
            return;
          } catch {
            // The window may have just lost its focus to a prompt, and may get it back.
          }
        }
        if (!isOpen()) await makeWindow();
      } catch {
        // The tab is gone, and with it the reason to open the popup.
      } finally {
        opening = false;
      }
    },

    /**
     * Whether a window stands in for the popup.
     * @param {number} windowId
     */
    isOwn(windowId) {
      return own.has(windowId);
    },
  };
}
