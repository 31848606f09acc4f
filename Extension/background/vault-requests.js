// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The popup's requests to show and change entries of the vault. Fills never use this path.

/** @typedef {Record<string, any> & {type: string}} VaultAnswer the vault's answer with its `secret`, or a `failure` of vault or broker */

/**
 * @param {any} message the final message of a `manage` request
 * @returns {VaultAnswer}
 */
export function vaultAnswer(message) {
  return message.type === 'managed' ? { ...message.answer, secret: message.secret } : message;
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 */
export function createVaultRequests({ requests }) {
  return {
    /**
     * Sends a request that never prompts the user: a locked vault answers that it is locked.
     * @param {object} request a management request of the vault, without its number
     * @returns {Promise<VaultAnswer>}
     */
    async look(request) {
      return vaultAnswer(await requests.open('manage', { request: { ...request, unattended: true } }).answer);
    },
  };
}
