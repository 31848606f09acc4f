// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds the fields of the active tab's page when the user opens the popup by its button; no field needs the focus then.
// Content scripts answer over their own ports, so that the browser identifies the sender of each answer. For a document without a URL,
// this is the only way for an extension to learn its origin.

/** @typedef {import('./frames.js').Frame} Frame */
/** @typedef {{frame: Frame, fields: {request: number, field: string}[]}} FrameFields */

const ANSWER_WITHIN_MILLISECONDS = 400;
/** How long slow frames of other sites may take once the page itself has answered. */
const AFTER_PAGE_MILLISECONDS = 60;
const MOST_FRAMES = 5;

/**
 * @param {object} parts
 * @param {{sendMessage(tab: number, message: object, frame: {frameId: number}): Promise<any>}} parts.fieldScripts
 * @param {{getAllFrames(of: {tabId: number}): Promise<any[] | null>}} parts.webNavigation
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createPageFields({ fieldScripts, webNavigation, setTimer, clearTimer }) {
  let lastLook = 0;
  /** @type {Map<number, {tab: number, hear: (found: FrameFields) => unknown}>} */
  const looks = new Map();

  return {
    /**
     * @param {number} tab
     * @returns {Promise<FrameFields[]>} the page itself first, if it has a content script; then its frames with fields
     */
    async look(tab) {
      lastLook += 1;
      const look = lastLook;
      const all = (await webNavigation.getAllFrames({ tabId: tab }).catch(() => null)) ?? [{ frameId: 0 }];
      let most = all.length;
      return new Promise((resolve) => {
        /** @type {Map<Frame, FrameFields>} */
        const found = new Map();
        let timer = setTimer(finish, ANSWER_WITHIN_MILLISECONDS);
        function finish() {
          if (!looks.delete(look)) return;
          clearTimer(timer);
          const useful = [...found.values()].filter(({ frame, fields }) => frame.connected && (frame.frame === 0 || fields.length > 0));
          resolve(useful.sort((one, other) => one.frame.frame - other.frame.frame).slice(0, MOST_FRAMES));
        }
        looks.set(look, {
          tab,
          hear(one) {
            found.set(one.frame, one);
            if (found.size >= most) return finish();
            if (one.frame.frame !== 0) return;
            clearTimer(timer);
            timer = setTimer(finish, AFTER_PAGE_MILLISECONDS);
          },
        });
        for (const { frameId } of all) {
          fieldScripts.sendMessage(tab, { type: 'look', look }, { frameId }).catch(() => {
            // The browser's own pages and frames have no content script to receive it.
            most -= 1;
            if (found.size >= most) finish();
          });
        }
      });
    },

    /**
     * Returns the document that a frame of a tab shows now, which must answer itself; null if it has no content script or does not answer.
     * @param {number} tab @param {number} number the frame's number
     * @returns {Promise<Frame | null>}
     */
    documentIn(tab, number) {
      lastLook += 1;
      const look = lastLook;
      return new Promise((resolve) => {
        /** @param {Frame | null} frame */
        const finish = (frame) => {
          if (!looks.delete(look)) return;
          clearTimer(timer);
          resolve(frame);
        };
        const timer = setTimer(() => finish(null), ANSWER_WITHIN_MILLISECONDS);
        looks.set(look, { tab, hear: ({ frame }) => frame.frame === number && finish(frame) });
        fieldScripts.sendMessage(tab, { type: 'look', look }, { frameId: number }).catch(() => finish(null));
      });
    },

    /** @param {Frame} frame @param {{look: number, fields: {request: number, field: string}[]}} message */
    found(frame, { look, fields }) {
      const open = looks.get(look);
      if (open !== undefined && open.tab === frame.tab) open.hear({ frame, fields });
    },
  };
}
