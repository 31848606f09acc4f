// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The badge on the extension's button. A sign that something waits in the popup takes precedence over a number.

const TOLD = '!';
const TOLD_COLOR = '#b3261e';
const COUNT_COLOR = '#5f6368';
const MOST_COUNTED = 99;

/** @param {{action: any}} environment */
export function createBadge({ action }) {
  /**
   * The parts of the extension with something to tell the user in the popup.
   * @type {Set<string>}
   */
  const tellers = new Set();
  /** The number shown for each tab. @type {Map<number, number>} */
  const counts = new Map();

  /** @param {object} what */
  const tellBrowser = (what) => {
    // The tab may already be closed.
    const { text, color, ...where } = /** @type {any} */ (what);
    void action.setBadgeText({ text, ...where })?.catch(() => {});
    if (color !== undefined) void action.setBadgeBackgroundColor({ color, ...where })?.catch(() => {});
  };

  /** @param {number} tabId */
  function showCount(tabId) {
    const count = counts.get(tabId) ?? 0;
    if (count === 0 || tellers.size > 0) return tellBrowser({ tabId, text: null });
    tellBrowser({ tabId, text: count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count), color: COUNT_COLOR });
  }

  return {
    /**
     * @param {string} who
     * @param {boolean} isWaiting whether there is something to tell in the popup
     */
    tell(who, isWaiting) {
      const wasTold = tellers.size > 0;
      if (isWaiting) tellers.add(who);
      else tellers.delete(who);
      if (wasTold === tellers.size > 0) return;
      tellBrowser({ text: wasTold ? '' : TOLD, color: TOLD_COLOR });
      for (const tab of counts.keys()) showCount(tab);
    },

    /** @param {number} tab @param {number} count 0 shows no number */
    count(tab, count) {
      if ((counts.get(tab) ?? 0) === count) return;
      if (count === 0) counts.delete(tab);
      else counts.set(tab, count);
      showCount(tab);
    },

    /** @param {number} tab */
    tabGone(tab) {
      counts.delete(tab);
    },

    /** Removes all numbers. */
    clearCounts() {
      for (const tab of [...counts.keys()]) this.count(tab, 0);
    },
  };
}
