// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Shows on the button the number of entries that fit the active page, if the user has switched this on. The broker counts from its own
// store without asking a provider. The page learns nothing, because no content script takes part. Private windows are never counted.

import { originOf } from './frames.js';

/** How long a tab must stay on a page before it is counted. */
export const STILL_MILLISECONDS = 400;
/** The minimum time between two counts, in any tabs. */
export const BETWEEN_COUNTS_MILLISECONDS = 1000;
const FIELDS = ['current-password', 'one-time-code'];
const SWITCH = 'showCount';

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./settings.js').createSettings>} parts.settings
 * @param {ReturnType<typeof import('./badge.js').createBadge>} parts.badge
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {{readonly state: string}} parts.connection
 * @param {any} parts.tabs
 * @param {any} parts.webNavigation
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {() => number} parts.now
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createEntryCount({ settings, badge, requests, connection, tabs, webNavigation, activeTab, now, setTimer, clearTimer }) {
  /** @type {any} */
  let timer = null;
  let countedAt = -Infinity;
  let isCounting = false;
  let lastCount = 0;

  /** @param {number} id @returns {Promise<{origin: string, document: string} | null>} what the tab shows, according to the browser */
  async function shownIn(id) {
    const [tab, frame] = await Promise.all([
      tabs.get(id).catch(() => null), webNavigation.getFrame({ tabId: id, frameId: 0 }).catch(() => null),
    ]);
    // If the browser does not say whether a window is private, it is treated as private.
    if (tab?.incognito !== false || frame === null) return null;
    const origin = originOf(frame.url);
    return origin.startsWith('https:') ? { origin, document: frame.documentId ?? 'counted' } : null;
  }

  async function count() {
    timer = null;
    lastCount += 1;
    const counting = lastCount;
    isCounting = await settings.isOn(SWITCH);
    if (!isCounting) return badge.clearCounts();
    const tab = connection.state === 'ready' ? await activeTab() : null;
    const shown = tab === null ? null : await shownIn(tab);
    if (tab === null || counting !== lastCount) return;
    if (shown === null) return badge.count(tab, 0);
    countedAt = now();
    const { origin, document } = shown;
    const context = { origin, topOrigin: origin, ancestorOrigins: [], tab, frame: 0, document };
    const answers = await Promise.all(FIELDS.map((field) => requests.open('suggestions', { context, field }).answer));
    const found = answers.reduce((sum, { items }) => sum + (items?.length ?? 0), 0);
    // By now the tab may show something else, or the setting may be off.
    const still = await shownIn(tab);
    if (counting === lastCount && isCounting && still?.origin === origin && still.document === document) badge.count(tab, found);
  }

  /** Counts again after a quiet period, at a limited rate. */
  function soon() {
    clearTimer(timer);
    timer = setTimer(() => void count(), Math.max(STILL_MILLISECONDS, countedAt + BETWEEN_COUNTS_MILLISECONDS - now()));
  }

  /** Does nothing while the setting is off, as it is for most users. */
  function changed() {
    if (isCounting) soon();
  }

  tabs.onActivated.addListener(changed);
  webNavigation.onCommitted.addListener((/** @type {any} */ { tabId, frameId }) => {
    if (frameId !== 0 || !isCounting) return;
    badge.count(tabId, 0);
    soon();
  });
  settings.watch(SWITCH, soon);
  soon();

  return {
    /** @param {string} state of the connection to the host */
    connectionChanged(state) {
      if (state === 'ready') changed();
      else badge.clearCounts();
    },
  };
}
