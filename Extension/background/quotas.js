// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Limits how much the pages of one tab may ask of the host. The host serves all tabs and accepts a limited number of requests. A page
// that asks endlessly is left to the browser's own functions before it blocks another tab.

const MOST_OPEN_IN_FRAME = 4;
const MOST_OPEN_IN_TAB = 8;
const MOST_AT_ONCE = 20;
const MILLISECONDS_FOR_ONE = 1000;

/** @typedef {{open: number, left: number, at: number}} Tab */

/** @param {{now: () => number}} environment milliseconds since 1970 */
export function createQuotas({ now }) {
  /** @type {Map<number, Tab>} */
  const tabs = new Map();
  /** @type {Map<import('./frames.js').Frame, number>} */
  const openInFrame = new Map();

  /** @param {Tab} tab */
  function refill(tab) {
    const more = Math.floor((now() - tab.at) / MILLISECONDS_FOR_ONE);
    if (more <= 0) return;
    tab.left = Math.min(MOST_AT_ONCE, tab.left + more);
    tab.at += more * MILLISECONDS_FOR_ONE;
  }

  return {
    /**
     * Counts one request of a page.
     * @param {import('./frames.js').Frame} frame
     * @returns {(() => void) | null} a function to call when the request has ended; null if there are too many
     */
    take(frame) {
      for (const [number, tab] of tabs) {
        refill(tab);
        if (tab.open === 0 && tab.left === MOST_AT_ONCE) tabs.delete(number);
      }
      const tab = tabs.get(frame.tab) ?? { open: 0, left: MOST_AT_ONCE, at: now() };
      const inFrame = openInFrame.get(frame) ?? 0;
      if (tab.left === 0 || tab.open >= MOST_OPEN_IN_TAB || inFrame >= MOST_OPEN_IN_FRAME) return null;
      tab.left -= 1;
      tab.open += 1;
      tabs.set(frame.tab, tab);
      openInFrame.set(frame, inFrame + 1);
      return () => {
        tab.open -= 1;
        const left = (openInFrame.get(frame) ?? 1) - 1;
        if (left === 0) openInFrame.delete(frame);
        else openInFrame.set(frame, left);
      };
    },
  };
}
