// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The hosts of the sites for which Passfold never offers to save passwords. The user adds them, and removes them in the settings. They are
// stored unencrypted in the browser's storage.

const KEY = 'neverHere';
const MOST = 1000;

/** @param {{storage: any}} parts the browser's `storage.local` */
export function createNeverHere({ storage }) {
  async function all() {
    const kept = await storage.get({ [KEY]: [] }).catch(() => ({}));
    return Array.isArray(kept[KEY]) ? kept[KEY] : [];
  }

  return {
    /** @param {string} host */
    async has(host) {
      return (await all()).includes(host);
    },

    /** @param {string} host */
    async add(host) {
      const sites = (await all()).filter((/** @type {string} */ site) => site !== host);
      await storage.set({ [KEY]: [...sites, host].slice(-MOST) });
    },
  };
}
