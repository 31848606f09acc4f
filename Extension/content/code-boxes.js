// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds the boxes of split codes: fields for one character each, side by side, that together take one code.

globalThis.PassfoldCodeBoxes ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;

  const FEWEST_BOXES = 4;
  const MOST_BOXES = 10;
  const MOST_LEVELS_UP = 4;
  const NOT_A_CODE = ['captcha', 'coupon', 'postal', 'card', 'person', 'place', 'search', 'number', 'member', 'user', 'email', 'password'];

  const takesOneSign = (input) =>
    input.maxLength === 1 || input.getAttribute('size') === '1'
    || /^\^?(\\d|\[0-9\]|\[0-9a-zA-Z\]|\[a-zA-Z0-9\]|\\w)(\{1\})?\$?$/.test(input.getAttribute('pattern') ?? '');

  /** Returns the number in a box's name or label, such as otp-3 or "Digit 3 of 6". */
  function counted({ input }) {
    for (const name of ['name', 'id', 'aria-label', 'data-index', 'data-testid']) {
      const found = /^(.*?)(\d{1,2})(?!.*\d)|^(.*?)(\d{1,2})\D+\d{1,2}$/.exec(input.getAttribute(name) ?? '');
      if (found) return { stem: `${name} ${found[1] ?? found[3]}`, number: Number(found[2] ?? found[4]) };
    }
    return null;
  }

  /** Whether a box without a stated length is the next of its row by its number. */
  function follows(before, field) {
    const [one, other] = [counted(before), counted(field)];
    return one !== null && other !== null && one.stem === other.stem && other.number === one.number + 1;
  }

  /** Whether a field is the next of a row: a box after boxes or after a first field for the whole code, or one with the next number. */
  function continues(run, last, field) {
    if (!isBox(field)) return field.type !== 'email' && !field.isOther && field.input.maxLength < 2 && follows(last, field);
    return isBox(last) || (run.length === 1 && (last.declared.includes('one-time-code') || follows(last, field)));
  }

  function isBox(field) {
    return field.type !== 'email' && !field.isOther && takesOneSign(field.input);
  }

  function areNear(first, last) {
    let node = tree.parentElement(first);
    for (let depth = 0; node && depth < MOST_LEVELS_UP; depth += 1, node = tree.parentElement(node)) {
      if (tree.contains(node, last)) return true;
    }
    const [one, other] = [tree.root(first), tree.root(last)].map((root) => ({ root, host: tree.host(root) }));
    if (one.root === other.root) return false;
    return (one.host && tree.parentElement(one.host)) === (other.host && tree.parentElement(other.host));
  }

  /**
   * @param {any[]} fields from field-evidence.js, in document order
   * @returns {any[][]} the boxes of each split code
   */
  function find(fields) {
    const runs = [];
    if (fields.length < FEWEST_BOXES) return runs;
    let run = [];
    const close = () => {
      const isCode = run.some((field) => ['code', 'weakcode'].some((meaning) => field.said.has(meaning)) || field.declared.includes('one-time-code'));
      const fits = run.length >= FEWEST_BOXES && run.length <= MOST_BOXES
        && !run.some((field) => NOT_A_CODE.some((meaning) => field.said.has(meaning)));
      if (fits && (run.slice(1).every(isBox) || isCode)) runs.push(run);
      run = [];
    };
    for (const field of fields) {
      const last = run[run.length - 1];
      // The first box may take the whole code when it is pasted, or filled by a browser.
      const begins = field.type !== 'email' && !field.isOther
        && (takesOneSign(field.input) || field.declared.includes('one-time-code') || counted(field) !== null);
      const goesOn = last !== undefined && areNear(last.input, field.input) && continues(run, last, field);
      if (!goesOn) close();
      if (goesOn || begins) run.push(field);
    }
    close();
    return runs;
  }

  return Object.freeze({ find });
})();
