// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Writes into fields as typing does: through the browser's own value setter, with the events that pages listen for. Everything is checked
// again right before, because the page may have changed the element.

globalThis.PassfoldFill ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;
  const targets = globalThis.PassfoldFillTargets;
  const valueSetter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

  /** @param {HTMLInputElement} input @param {string} value */
  function write(input, value) {
    valueSetter?.call(input, value);
    input.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: value }),
    );
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** @param {unknown} value @returns {value is string} */
  function isValue(value) {
    return typeof value === 'string' && value.length > 0;
  }

  /** Returns the current classification of the element and the fields around it; null if it cannot be filled. */
  function fieldsAround(element) {
    if (!(element instanceof HTMLInputElement) || !element.isConnected) return null;
    if (element.disabled || element.readOnly) return null;
    const all = globalThis.PassfoldFieldDetector.classifyAround(element);
    const own = all.find((field) => field.element === element);
    return own ? { own, all } : null;
  }

  /**
   * @param {HTMLInputElement} element the field for which the user picked the code
   * @param {unknown} code
   * @returns {string} `filled`, or the reason why not
   */
  function fillCode(element, code) {
    const found = fieldsAround(element);
    if (!isValue(code) || found === null || found.own.purpose !== 'one-time-code') return 'changed';
    const pieces = targets.pieces(found.own, found.all, code);
    if (pieces === null || pieces.some(({ box }) => box.type === 'password')) return 'refused';
    for (const { box, text } of pieces) {
      // A page may replace or move its boxes while they fill.
      if (!box.isConnected) return 'changed';
      write(box, text);
    }
    return 'filled';
  }

  /**
   * @param {HTMLInputElement} element
   * @param {unknown} user
   * @param {unknown} password
   * @returns {string} `filled`, or the reason why not
   */
  function fillPassword(element, user, password) {
    const found = fieldsAround(element);
    if (found === null) return 'changed';
    const { own, all } = found;
    if (own.isNew || (own.purpose !== 'username' && own.purpose !== 'current-password')) return 'changed';
    const userField = targets.beside('username', own, all);
    const passwordField = targets.beside('current-password', own, all);
    let filled = 0;
    if (userField && isValue(user) && !userField.readOnly) {
      write(userField, user);
      filled += 1;
    }
    const declared = passwordField?.getAttribute('autocomplete')?.toLowerCase().includes('current-password');
    if (passwordField?.isConnected && isValue(password) && (passwordField.type === 'password' || declared)) {
      write(passwordField, password);
      globalThis.PassfoldFrame?.wrote(passwordField, password);
      filled += 1;
    }
    return filled > 0 ? 'filled' : 'refused';
  }

  /**
   * Fills a generated password into the visible fields for a new password in this form: the second repeats the first.
   * @param {HTMLInputElement} element
   * @param {unknown} password
   * @returns {string} `filled`, or the reason why not
   */
  function fillNewPassword(element, password) {
    const found = fieldsAround(element);
    if (!isValue(password) || found === null || found.own.purpose !== 'new-password') return 'changed';
    const fields = targets.together(found.own, found.all)
      .filter(({ purpose, element: one }) => purpose === 'new-password' && !one.readOnly && !one.disabled && (one === element || tree.isSeen(one)));
    if (fields.some(({ element: { maxLength } }) => maxLength >= 0 && maxLength < password.length)) return 'refused';
    for (const { element: one } of fields) {
      if (one.type !== 'password' && one !== element) continue;
      write(one, password);
      globalThis.PassfoldFrame?.wrote(one, password);
    }
    return 'filled';
  }

  /**
   * Fills the field that the user chose in the context menu, whatever it looks like. A password goes only into a field that hides it, and a
   * code only into one that does not. Any other field gets the user name.
   * @param {HTMLInputElement} element
   * @param {{kind: string, code?: unknown, user?: unknown, password?: unknown}} credential
   * @returns {string} `filled`, or the reason why not
   */
  function fillNamed(element, { kind, code, user, password }) {
    if (!element.isConnected || element.disabled || element.readOnly) return 'changed';
    const hides = element.type === 'password';
    if ((kind === 'one-time-code' && hides) || (kind === 'new-password' && !hides)) return 'refused';
    const value = kind === 'one-time-code' ? code : hides ? password : user;
    if (!isValue(value) || (element.maxLength >= 0 && element.maxLength < value.length)) return 'refused';
    write(element, value);
    if (hides) globalThis.PassfoldFrame?.wrote(element, value);
    return 'filled';
  }

  return Object.freeze({ fillCode, fillNewPassword, fillPassword, fillNamed });
})();
