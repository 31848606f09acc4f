// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Whether passkeys can be created here: the only thing that a page learns about the providers. Whether a provider is locked and what it
// contains make no difference.

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
    /** Whether an enabled provider creates passkeys. Pages that ask at the same time share one question to the broker. */
    isThere() {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}
