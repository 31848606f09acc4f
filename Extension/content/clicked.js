// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The field on which a person opened the browser's own menu last. Its entries of Passfold are for that field.

globalThis.PassfoldClicked ??= (() => {
  const PASSWORD_FIELDS = ['username', 'current-password'];
  const NEW = 'new-password';

  /** @type {WeakRef<HTMLInputElement> | null} */
  let last = null;
  /** Fields that a person named by the menu: what the detector says of them counts no more. */
  /** @type {WeakSet<HTMLInputElement>} */
  const named = new WeakSet();

  /** @param {Event} event of type `contextmenu`; one that a script made names no field */
  function opened(event) {
    if (!event.isTrusted) return;
    const target = event.composedPath()[0];
    remember(target instanceof HTMLInputElement ? target : null);
  }

  /** @param {HTMLInputElement | null} element on which the menu was opened */
  function remember(element) {
    last = element === null ? null : new WeakRef(element);
  }

  /**
   * The field that the menu was opened on, and what it is to be filled as.
   * @param {string} wanted what the person chose in the menu
   * @returns {{element: HTMLInputElement, field: string} | null}
   */
  function fieldFor(wanted) {
    const element = last?.deref();
    if (element === undefined || !element.isConnected || element.disabled || element.readOnly) return null;
    // A code is written into no field for passwords, whoever says so, and a new password into no other.
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
