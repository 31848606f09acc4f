// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Passfold in the browser's context menu of a field, a page or a picture. A menu item opens the popup and releases nothing: the user
// picks there what to fill.

import { menuText } from '../shared/around-texts.js';

const PARENT = 'passfold';
/** How long a content script may take to report the clicked field; after that the popup opens without one. */
const ANSWER_WITHIN_MILLISECONDS = 1000;

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string[]} contexts where the browser shows it
 * @property {string | null} field how the clicked field is to be filled
 * @property {(tab: number) => void} [run] the action to run instead of opening the popup for the field
 */

/** @type {Entry[]} */
const FILLING = [
  { id: 'fill-password', contexts: ['page', 'editable'], field: 'current-password' },
  { id: 'fill-code', contexts: ['page', 'editable'], field: 'one-time-code' },
  { id: 'make-password', contexts: ['editable'], field: 'new-password' },
];

/**
 * @param {object} parts
 * @param {any} parts.contextMenus
 * @param {{sendMessage(tab: number, message: object, frame: {frameId: number}): Promise<any>}} parts.fieldScripts
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {(frame: import('./frames.js').Frame) => void} parts.startFor starts the task for the focused field of a frame
 * @param {(tab: number) => void} parts.openPopup
 * @param {Entry[]} [parts.others] menu items of other parts
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createMenus({ contextMenus, fieldScripts, frames, startFor, openPopup, others = [], setTimer, clearTimer }) {
  const entries = [...FILLING, ...others];
  /** The click that waits for the page's answer. */
  /** @type {{tab: number, frame: number, timer: any} | null} */
  let waiting = null;

  function stopWaiting() {
    if (waiting !== null) clearTimer(waiting.timer);
    waiting = null;
  }

  /** @param {number} tab @param {number} frame @param {string} field */
  function askPage(tab, frame, field) {
    stopWaiting();
    const withoutField = () => {
      if (waiting !== asked) return;
      stopWaiting();
      openPopup(tab);
    };
    const asked = { tab, frame, timer: setTimer(withoutField, ANSWER_WITHIN_MILLISECONDS) };
    waiting = asked;
    // The browser's own pages have no content script to receive it.
    fieldScripts.sendMessage(tab, { type: 'clicked', field }, { frameId: frame }).catch(withoutField);
  }

  contextMenus.onClicked.addListener((/** @type {any} */ info, /** @type {any} */ tab) => {
    const entry = entries.find(({ id }) => id === info.menuItemId);
    if (entry === undefined || typeof tab?.id !== 'number') return;
    if (entry.run !== undefined) entry.run(tab.id);
    else if (info.editable === true && entry.field !== null) askPage(tab.id, info.frameId ?? 0, entry.field);
    else openPopup(tab.id);
  });
  // The browser keeps the menu items when the worker restarts.
  contextMenus.removeAll(() => {
    contextMenus.create({ id: PARENT, title: menuText(PARENT), contexts: [...new Set(entries.flatMap(({ contexts }) => contexts))] });
    for (const { id, contexts } of entries) contextMenus.create({ id, parentId: PARENT, title: menuText(id), contexts });
  });

  return {
    /**
     * Receives the page's report of the field on which the menu was opened.
     * @param {import('./frames.js').Frame} frame @param {{request: number | null, field: string, rules?: string | null}} message
     */
    clicked(frame, { request, field, rules = null }) {
      if (waiting === null || waiting.tab !== frame.tab || waiting.frame !== frame.frame) return;
      stopWaiting();
      if (request === null) return openPopup(frame.tab);
      frames.setFocus(frame, { request, field, rules, suggestions: null });
      startFor(frame);
    },
  };
}
