// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Whether passkeys can be made here, which is all that a page is told of the providers. It is no matter whether one is locked or what
// is in it.

const ANSWER_WITHIN_MILLISECONDS = 2000;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {{whenSettled(tryNow: boolean): Promise<string>}} parts.connection
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createPasskeyAbility({ requests, connection, setTimer, clearTimer }) {
  /** @type {Promise<boolean> | null} */
  let asking = null;

  async function ask() {
    if ((await connection.whenSettled(false)) !== 'ready') return false;
    const { answer } = requests.open('status', {});
    /** @type {any} */
    let timer = null;
    const silence = new Promise((resolve) => {
      timer = setTimer(() => resolve({ type: 'failure' }), ANSWER_WITHIN_MILLISECONDS);
    });
    const status = await Promise.race([answer, silence]);
    clearTimer(timer);
    return status.type === 'status' && status.providers.some((/** @type {import('../shared/messages.js').ProviderStatus} */ { makesPasskeys }) => makesPasskeys);
  }

  return {
    /** Whether a provider that is switched on makes passkeys. All pages that ask at once share one question to the broker. */
    isThere() {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
