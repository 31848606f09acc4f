// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Decides which fields are filled together with the one where the user picked an entry: the visible fields of the same sign-in or sign-up.
// A page may have two sign-ins without a form element, and fields that exist only to trap robots.

globalThis.PassfoldFillTargets ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;

  /** @typedef {{element: HTMLInputElement, purpose: string, group: string | null, isNew: boolean, part: object}} Found a detected field */

  const BUTTONS = 'button, input[type="submit"], input[type="image"], [role="button"]';
  const MOST_LEVELS_TO_A_BUTTON = 4;
  const FEWEST_BOXES = 4;
  const TEXT_TYPES = ['text', 'email', 'tel'];

  const isPassword = (/** @type {Found} */ { purpose }) => purpose === 'current-password' || purpose === 'new-password';
  const isName = (/** @type {Found} */ { purpose }) => purpose === 'username';

  /** Returns an element and its ancestors, across shadow trees. */
  function upwards(element) {
    const found = [];
    for (let node = element; node; node = tree.elementAround(node)) found.push(node);
    return found;
  }

  /** Returns the largest parts of the page that contain only one of two elements. */
  function sides(one, other) {
    const [ofOne, ofOther] = [upwards(one), upwards(other)];
    while (ofOne.length > 1 && ofOther.length > 1 && ofOne[ofOne.length - 2] === ofOther[ofOther.length - 2]) {
      ofOne.pop();
      ofOther.pop();
    }
    return [ofOne, ofOther].map((list) => list[Math.max(0, list.length - 2)]);
  }

  const holdsButton = (node) => tree.querySelector(node, BUTTONS) !== null;

  const hasTyped = (node) => [...tree.querySelectorAll(node, 'input')].some(({ type }) => type === 'password' || TEXT_TYPES.includes(type));
  const isButton = (node) => tree.localName(node) === 'button' || tree.attribute(node, 'role') === 'button';

  /** Whether a part of the page is a complete sign-in: a password field, another text field that is not for a code, and a button. */
  function isWhole(side, all) {
    const inputs = [...tree.querySelectorAll(side, 'input')];
    const isTyped = (input) => TEXT_TYPES.includes(input.type) && !all.some(({ element, purpose }) => element === input && purpose === 'one-time-code');
    return holdsButton(side) && inputs.some(({ type }) => type === 'password') && inputs.some(isTyped);
  }

  /** Whether a button that submits both sides follows the last one. A button next to a later field belongs to that field. */
  function areEndedTogether(last) {
    for (let level = 0, side = last; side && level < MOST_LEVELS_TO_A_BUTTON; level += 1, side = tree.parentElement(side)) {
      for (let node = tree.nextSibling(side); node; node = tree.nextSibling(node)) {
        if (tree.isElement(node) && (isButton(node) || (holdsButton(node) && !hasTyped(node)))) return true;
      }
    }
    return false;
  }

  /**
   * Whether two fields that seem to belong together do not.
   * @param {Found} first @param {Found} second in document order
   * @param {Found[]} all
   */
  function areApart(first, second, all) {
    const { form } = first.element;
    if (form && form === second.element.form) return false;
    const [before, after] = sides(first.element, second.element);
    if (isName(first) || isName(second)) return isWhole(before, all) || isWhole(after, all);
    // Within one form, each of two password fields may have a button that shows the password; the submit button comes after both.
    return first.purpose === 'new-password' && second.purpose === 'new-password' && holdsButton(before) && holdsButton(after) && !areEndedTogether(after);
  }

  /** Whether a field continues what the field right before it began, although they are in different parts of the page. */
  function goesOn(first, second, all) {
    const lacks = (/** @type {Found} */ { part }, what) => !all.some((field) => field.part === part && what(field));
    if (areApart(first, second, all)) return false;
    if (isName(first)) return isPassword(second) && lacks(first, isPassword) && lacks(second, isName);
    return isPassword(first) && second.purpose === 'new-password' && lacks(second, isName);
  }

  /**
   * @param {Found} own @param {Found[]} all in document order
   * @returns {Found[]} the field and those that belong to the same sign-in or sign-up, in document order
   */
  function together(own, all) {
    const place = all.indexOf(own);
    const members = new Set(all.filter((field, at) => {
      if (field === own || field.part !== own.part) return field === own;
      return !(at < place ? areApart(field, own, all) : areApart(own, field, all));
    }));
    const extend = (fields, step) => {
      let last = own;
      for (let at = fields.indexOf(own) + step; at >= 0 && at < fields.length; at += step) {
        const next = fields[at];
        if (!members.has(next)) {
          if (next.part === last.part || !(step > 0 ? goesOn(last, next, all) : goesOn(next, last, all))) break;
          members.add(next);
        }
        last = next;
      }
    };
    // Hidden fields between two that continue each other are skipped. If no visible field continues, a hidden later step may.
    for (const fields of [all.filter((field) => field === own || tree.isSeen(field.element)), all]) {
      if (fields === all && members.size > 1) break;
      extend(fields, 1);
      extend(fields, -1);
    }
    return all.filter((field) => members.has(field));
  }

  /**
   * Returns the field with a purpose that belongs to another field. Visible fields are preferred, then following ones, then the nearest.
   * @param {string} purpose
   * @param {Found} own @param {Found[]} all
   * @returns {HTMLInputElement | undefined}
   */
  function beside(purpose, own, all) {
    if (own.purpose === purpose) return own.element;
    const place = all.indexOf(own);
    const rank = (/** @type {Found} */ field) => {
      const distance = all.indexOf(field) - place;
      return [tree.isSeen(field.element) ? 0 : 1, distance > 0 ? 0 : 1, Math.abs(distance)];
    };
    const fitting = together(own, all).filter((field) => field.purpose === purpose && !field.isNew);
    const ranked = fitting.map((field) => ({ field, rank: rank(field) }));
    ranked.sort((one, other) => one.rank.map((value, at) => value - other.rank[at]).find((difference) => difference !== 0) ?? 0);
    return ranked[0]?.field.element;
  }

  /**
   * Splits a code into its boxes: all of it into one, one character into each box of a row, or as much as each box takes.
   * @param {Found} own @param {Found[]} all @param {string} code
   * @returns {{box: HTMLInputElement, text: string}[] | null} null if it does not fit
   */
  function pieces(own, all, code) {
    const { element } = own;
    const isOfCode = (/** @type {Found} */ field) => field.purpose === 'one-time-code' && field.group === own.group;
    const boxes = (own.group === null ? together(own, all) : all).filter(isOfCode).map((field) => field.element);
    // A page's script may limit each field to one character. As many code fields as the code has characters are its boxes.
    const isSplit = own.group !== null || (boxes.length === code.length && boxes.length >= FEWEST_BOXES);
    if (!isSplit && (element.maxLength < 0 || element.maxLength >= code.length)) return [{ box: element, text: code }];
    const takes = boxes.length === code.length ? boxes.map(() => 1) : boxes.map(({ maxLength }) => maxLength);
    if (takes.some((count) => count < 1) || takes.reduce((sum, count) => sum + count, 0) !== code.length) return null;
    let place = 0;
    return boxes.map((box, at) => {
      const text = code.slice(place, place + takes[at]);
      place += takes[at];
      return { box, text };
    });
  }

  return Object.freeze({ together, beside, pieces });
})();
