// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Writes a released credential into the field that asked, if it is still there, and waits for the content script to confirm.

const ANSWER_WITHIN_MILLISECONDS = 3000;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createFills({ frames, setTimer, clearTimer }) {
  let lastFill = 0;
  /** @type {Map<number, {frame: import('./frames.js').Frame, finish: (outcome: string) => void}>} */
  const waiting = new Map();

  return {
    /**
     * @param {import('./frames.js').Frame} frame
     * @param {number} request the focus that the credential was picked for
     * @param {{kind: string, code?: string, user?: string, password?: string}} credential
     * @returns {Promise<boolean>} whether it was written
     */
    async fill(frame, request, credential) {
      if (!(await frames.isUnchanged(frame))) return false;
      lastFill += 1;
      const fill = lastFill;
      const { kind, code, user, password } = credential;
      const outcome = await new Promise((resolve) => {
        const timer = setTimer(() => finish('silent'), ANSWER_WITHIN_MILLISECONDS);
        /** @param {string} word */
        const finish = (word) => {
          clearTimer(timer);
          waiting.delete(fill);
          resolve(word);
        };
        waiting.set(fill, { frame, finish });
        const values = kind === 'one-time-code' ? { code } : { user, password };
        frame.port.postMessage({ type: 'fill', fill, request, kind, ...values });
      });
      return outcome === 'filled';
    },

    /** @param {import('./frames.js').Frame} frame @param {{fill: number, outcome: string}} message */
    filled(frame, { fill, outcome }) {
      const one = waiting.get(fill);
      if (one?.frame === frame) one.finish(outcome);
    },

    /** @param {import('./frames.js').Frame} frame */
    frameGone(frame) {
      for (const one of [...waiting.values()]) if (one.frame === frame) one.finish('gone');
    },
  };
}
