// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The state of the worker's connection for the popup: the current state, and the state after an attempt.

const SETTLE_WITHIN_MILLISECONDS = 5000;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./native-port.js').createNativePort>} parts.nativePort
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createConnection({ nativePort, setTimer, clearTimer }) {
  /** @type {Set<(state: string) => void>} */
  const waiting = new Set();

  return {
    get state() {
      return nativePort.state;
    },

    /** Whether the broker serves a session for automated tests, which asks the user nothing. */
    get isVirtual() {
      return nativePort.isVirtual;
    },

    /** Why the broker refuses this profile, while the state is `notPaired`. */
    get refusal() {
      return nativePort.refusal;
    },

    /** @param {(digits: string) => void} showDigits */
    pair: (showDigits) => nativePort.pair(showDigits),
    cancelPairing: () => nativePort.cancelPairing(),

    /** @param {string} state */
    changed(state) {
      if (state === 'connecting') return;
      for (const tell of [...waiting]) tell(state);
    },

    /**
     * @param {boolean} tryNow whether to try immediately instead of waiting for the back-off
     * @returns {Promise<string>} `ready`, or the reason
     */
    whenSettled(tryNow) {
      if (nativePort.state === 'ready' || nativePort.state === 'notPaired') return Promise.resolve(nativePort.state);
      if (!tryNow && nativePort.state !== 'connecting') return Promise.resolve(nativePort.state);
      return new Promise((resolve) => {
        const timer = setTimer(() => tell(nativePort.state), SETTLE_WITHIN_MILLISECONDS);
        /** @param {string} state */
        const tell = (state) => {
          clearTimer(timer);
          waiting.delete(tell);
          resolve(state);
        };
        waiting.add(tell);
        nativePort.tryNow();
      });
    },
  };
}
