// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The field on which the user last opened the browser's context menu. Passfold's menu items apply to that field.

globalThis.PassfoldClicked ??= (() => {
  const PASSWORD_FIELDS = ['username', 'current-password'];
  const NEW = 'new-password';

  /** @type {WeakRef<HTMLInputElement> | null} */
  let last = null;
  /** Fields whose purpose the user has chosen in the menu, which overrides the detector. */
  /** @type {WeakSet<HTMLInputElement>} */
  const named = new WeakSet();

  /** @param {Event} event of type `contextmenu`; events dispatched by scripts are ignored */
  function opened(event) {
    if (!event.isTrusted) return;
    const target = event.composedPath()[0];
    remember(target instanceof HTMLInputElement ? target : null);
  }

  /** @param {HTMLInputElement | null} element the field on which the menu was opened */
  function remember(element) {
    last = element === null ? null : new WeakRef(element);
  }

  /**
   * Returns the field on which the menu was opened, and the purpose to fill it for; null if it cannot be filled that way.
   * @param {string} wanted the purpose that the user chose in the menu
   * @returns {{element: HTMLInputElement, field: string} | null}
   */
  function fieldFor(wanted) {
    const element = last?.deref();
    if (element === undefined || !element.isConnected || element.disabled || element.readOnly) return null;
    // A code is never written into a password field, and a new password only into one, whatever the user chooses.
    if (wanted === 'one-time-code' && element.type === 'password') return null;
    if (wanted === NEW && element.type !== 'password') return null;
    const all = globalThis.PassfoldFieldDetector.classifyAround(element);
    const found = all.find((one) => one.element === element);
    const fits = wanted === 'current-password' ? PASSWORD_FIELDS : [wanted];
    if (found !== undefined && (wanted === NEW || !found.isNew) && fits.includes(found.purpose)) return { element, field: found.purpose };
    named.add(element);
    return { element, field: wanted };
  }

  /** @param {HTMLInputElement | undefined} element */
  const isNamed = (element) => element !== undefined && named.has(element);

  return Object.freeze({ opened, remember, fieldFor, isNamed });
})();
