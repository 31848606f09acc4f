// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Copies for the user, and later clears the clipboard if it still holds the copied text. Meanwhile, only a digest is kept.
// The browser runs the timer: if it closes first, the clipboard is not cleared.

/** How long a secret stays on the clipboard. */
export const CLEAR_AFTER_MILLISECONDS = 45_000;

/**
 * @typedef {object} Board reads and writes the clipboard
 * @property {(text: string) => Promise<boolean>} write
 * @property {() => Promise<string | null>} read null if the clipboard cannot be read
 */

/**
 * @param {object} parts
 * @param {Board} parts.board
 * @param {Crypto} parts.crypto
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createClipboard({ board, crypto, setTimer, clearTimer }) {
  /** @type {any} */
  let timer = null;
  let copies = 0;

  /** @param {Uint8Array} salt @param {string} text */
  async function digest(salt, text) {
    const bytes = new TextEncoder().encode(text);
    const whole = new Uint8Array(salt.length + bytes.length);
    whole.set(salt);
    whole.set(bytes, salt.length);
    return new Uint8Array(await crypto.subtle.digest('SHA-256', whole)).join();
  }

  /** @param {Uint8Array} salt @param {string} kept */
  async function clear(salt, kept) {
    timer = null;
    const text = await board.read();
    if (text !== null && text !== '' && (await digest(salt, text)) === kept) await board.write('');
  }

  return {
    /**
     * @param {string} text
     * @param {boolean} isSecret whether to clear it later
     * @returns {Promise<boolean>} whether it was copied
     */
    async copy(text, isSecret) {
      copies += 1;
      const copy = copies;
      const isCopied = await board.write(text);
      if (!isCopied || copy !== copies) return isCopied;
      // The copy replaced the previous one on the clipboard.
      clearTimer(timer);
      timer = null;
      if (!isSecret) return true;
      const salt = crypto.getRandomValues(new Uint8Array(16));
      const kept = await digest(salt, text);
      if (copy === copies) timer = setTimer(() => void clear(salt, kept), CLEAR_AFTER_MILLISECONDS);
      return true;
    },
  };
}

/**
 * The board for Firefox, where the background is a page that can use the clipboard itself.
 * @param {any} clipboard `navigator.clipboard`
 * @returns {Board}
 */
export function ownBoard(clipboard) {
  return {
    write: (text) => clipboard.writeText(text).then(() => true, () => false),
    read: () => clipboard.readText().catch(() => null),
  };
}
