// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The worker's state of the connection, as the popup needs it: what it is now, and what it is once an attempt ended.

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

    /** Whether the broker serves a session for automated tests, in which nobody is asked. */
    get isVirtual() {
      return nativePort.isVirtual;
    },

    /** Why the broker does not let this profile in, while the state is `notPaired`. */
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
     * @param {boolean} tryNow whether to make an attempt at once instead of waiting for the back-off
     * @returns {Promise<string>} `ready`, or why not
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
