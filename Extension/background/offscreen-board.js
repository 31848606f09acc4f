// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Chromium: a service worker has no clipboard, so an offscreen page uses it. The page exists for one operation and answers through a
// dedicated port, which no other part of the extension receives.

export const CLIPBOARD_PORT = 'passfold-clipboard';
export const CLIPBOARD_PAGE = 'background/clipboard-page/clipboard-page.html';
const ANSWER_WITHIN_MILLISECONDS = 3000;

/**
 * @param {object} parts
 * @param {{createDocument(options: object): Promise<void>, closeDocument(): Promise<void>}} parts.offscreen
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 * @returns {import('./clipboard.js').Board & {attach: (port: any) => void}}
 */
export function createOffscreenBoard({ offscreen, setTimer, clearTimer }) {
  /** @type {((port: any) => void) | null} */
  let attached = null;
  let turn = Promise.resolve();

  /** @param {object} question @returns {Promise<any>} null if there is no answer */
  async function askPage(question) {
    const answer = new Promise((resolve) => {
      const timer = setTimer(() => resolve(null), ANSWER_WITHIN_MILLISECONDS);
      attached = (port) => {
        port.onMessage.addListener((/** @type {any} */ message) => {
          clearTimer(timer);
          resolve(message);
        });
        port.postMessage(question);
      };
    });
    try {
      await offscreen.createDocument({ url: CLIPBOARD_PAGE, reasons: ['CLIPBOARD'], justification: 'clipboard' });
      return await answer;
    } catch {
      return null;
    } finally {
      attached = null;
      await offscreen.closeDocument().catch(() => {});
    }
  }

  /**
   * Asks one page at a time.
   * @param {object} question @returns {Promise<any>}
   */
  function ask(question) {
    const asked = turn.then(() => askPage(question));
    turn = asked.then(() => {});
    return asked;
  }

  return {
    write: async (text) => (await ask({ write: text }))?.done === true,
    read: async () => (await ask({ read: true }))?.text ?? null,
    /** @param {any} port */
    attach(port) {
      if (attached === null) port.disconnect();
      else attached(port);
      attached = null;
    },
  };
}
