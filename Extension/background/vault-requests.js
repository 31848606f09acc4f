// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The vault behind the popup: what the popup shows of it and changes in it. A fill never comes this way.

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
     * Asks without asking the person anything: a locked vault answers so.
     * @param {object} request of the vault's management door, without its number
     * @returns {Promise<VaultAnswer>}
     */
    async look(request) {
      return vaultAnswer(await requests.open('manage', { request: { ...request, unattended: true } }).answer);
    },
  };
}
