// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user's settings for this browser, as stored by the popup's settings page.

/** Each setting with its default. */
export const SWITCHES = Object.freeze({ automaticPasskeys: true, httpSignIns: false, showCount: false });

/** @typedef {keyof typeof SWITCHES} Switch */

/**
 * @param {object} parts
 * @param {any} parts.storage the browser's `storage` object
 */
export function createSettings({ storage }) {
  return {
    /** @param {Switch} name @returns {Promise<boolean>} */
    async isOn(name) {
      const kept = await storage.local.get({ [name]: SWITCHES[name] }).catch(() => ({}));
      return typeof kept[name] === 'boolean' ? kept[name] : SWITCHES[name];
    },

    /** @param {Switch} name @param {() => void} changed */
    watch(name, changed) {
      storage.onChanged.addListener((/** @type {Record<string, any>} */ changes, /** @type {string} */ area) => {
        if (area === 'local' && Object.hasOwn(changes, name)) changed();
      });
    },
  };
}
