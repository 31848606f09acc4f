// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Passfold in the browser's own menu of a field, a page or a picture. An entry opens the popup and releases nothing: what is filled is
// picked there.

import { menuText } from '../shared/around-texts.js';

const PARENT = 'passfold';
/** What a page's content script takes to say which field was clicked; after that the popup opens without one. */
const ANSWER_WITHIN_MILLISECONDS = 1000;

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string[]} contexts where the browser shows it
 * @property {string | null} field what the clicked field is to be filled as
 * @property {(tab: number) => void} [run] what it does instead of opening the popup for the field
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
 * @param {(frame: import('./frames.js').Frame) => void} parts.startFor begins what the focused field of a frame is for
 * @param {(tab: number) => void} parts.openPopup
 * @param {Entry[]} [parts.others] entries of other parts
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createMenus({ contextMenus, fieldScripts, frames, startFor, openPopup, others = [], setTimer, clearTimer }) {
  const entries = [...FILLING, ...others];
  /** The click that waits for its page's word. */
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
    // A page of the browser's own has no content script to hear it.
    fieldScripts.sendMessage(tab, { type: 'clicked', field }, { frameId: frame }).catch(withoutField);
  }

  contextMenus.onClicked.addListener((/** @type {any} */ info, /** @type {any} */ tab) => {
    const entry = entries.find(({ id }) => id === info.menuItemId);
    if (entry === undefined || typeof tab?.id !== 'number') return;
    if (entry.run !== undefined) entry.run(tab.id);
    else if (info.editable === true && entry.field !== null) askPage(tab.id, info.frameId ?? 0, entry.field);
    else openPopup(tab.id);
  });
  // The browser keeps the entries from one start of the worker to the next.
  contextMenus.removeAll(() => {
    contextMenus.create({ id: PARENT, title: menuText(PARENT), contexts: [...new Set(entries.flatMap(({ contexts }) => contexts))] });
    for (const { id, contexts } of entries) contextMenus.create({ id, parentId: PARENT, title: menuText(id), contexts });
  });

  return {
    /**
     * The page's word which field the menu was opened on.
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
