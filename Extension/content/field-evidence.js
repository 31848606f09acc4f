// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Gathers the evidence of a field itself for and against each purpose, as short names: "label email", "takes 4 to 8 digits".
// field-weights.js says how much each counts; nothing is decided here.

globalThis.PassfoldFieldEvidence ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;
  const { meanings } = globalThis.PassfoldFieldText;

  const TEXT_TYPES = new Set(['text', 'email', 'tel', 'number', 'password', '']);
  const DECLARED = new Set([
    'on', 'off', 'email', 'tel', 'name', 'nickname', 'username', 'webauthn', 'one-time-code', 'current-password', 'new-password', 'password',
    'organization',
  ]);
  // Declared purposes that are certainly not a sign-in.
  const OTHER_PURPOSE =
    /^(honorific-.*|(given|additional|family)-name|street-address|address-.*|country.*|postal-code|cc-.*|transaction-.*|language|bday.*|sex|url|photo|impp|billing|shipping)$/;
  // A text field with one of these besides "password" does not show a password: "email of a forgotten password".
  const NOT_SHOWN = ['user', 'email', 'phone', 'member', 'answer', 'code', 'captcha', 'search', 'forgot', 'person'];
  const MOST_NEAR = 100;
  const NONE = [];
  const LABELS = ['aria-label', 'placeholder', 'title', 'label', 'alt', 'data-placeholder'];
  const NAMES = ['formcontrolname', 'ng-model', 'v-model', 'data-testid', 'data-name', 'data-qa'];

  /**
   * @typedef {object} Field
   * @property {HTMLInputElement} input
   * @property {string} type the page's value
   * @property {number} length the number of characters that it takes, or -1
   * @property {string[]} declared
   * @property {boolean} isOther whether it is declared as something other than a sign-in field, or is a trap
   * @property {boolean} isPassword whether it is of type password, or a text field that shows a password
   * @property {Set<string>} named the meanings of its name
   * @property {Set<string>} labelled the meanings of its label or, without one, of the text next to it
   * @property {Set<string>} said both
   * @property {string[]} own the evidence of the field itself
   */

  function typeOf(input) {
    return (input.getAttribute('type') ?? 'text').trim().toLowerCase();
  }

  function isCandidate(input) {
    const type = typeOf(input);
    if (type === 'hidden' || input.disabled) return false;
    // The browser treats an unknown type as a text field, and its `type` property says so.
    return TEXT_TYPES.has(type) || input.type === 'text';
  }

  function textOf(node, most) {
    return ((node && tree.textContent(node)) ?? '').slice(0, most * 3).replace(/\s+/g, ' ').slice(0, most);
  }

  /** @typedef {{common: Set<string>, pictures: number, labels: Map<Node, Map<Node, Node[]>>}} Page shared by the fields of one reading */

  /**
   * Returns the labels of a field. The browser's own list searches the whole page for each field; here one search serves them all.
   * @param {HTMLInputElement} input
   * @param {Page} page
   */
  function labelsOf(input, page) {
    const root = tree.root(input);
    let byControl = page.labels.get(root);
    if (byControl === undefined) {
      byControl = new Map();
      page.labels.set(root, byControl);
      const labels = tree.querySelectorAll(root, 'label');
      for (let at = 0; at < labels.length; at += 1) {
        const { control } = labels[at];
        if (!control) continue;
        const others = byControl.get(control);
        if (others === undefined) byControl.set(control, [labels[at]]);
        else others.push(labels[at]);
      }
    }
    return byControl.get(input) ?? NONE;
  }

  function labelOf(input, page) {
    let words = '';
    for (const label of labelsOf(input, page)) words += ` ${textOf(label, 120)}`;
    const ids = input.getAttribute('aria-labelledby');
    if (ids !== null) for (const id of ids.split(/\s+/).filter(Boolean).slice(0, 4)) words += ` ${textOf(tree.elementById(tree.root(input), id), 120)}`;
    for (const name of LABELS) {
      const value = input.getAttribute(name);
      if (value !== null) words += ` ${value}`;
    }
    return words.slice(0, 300);
  }

  /** Returns the text right before a field, or after it if there is none: what the user reads as its label. */
  function textBeside(input) {
    let after = '';
    let node = input;
    for (let depth = 0; node && depth < 4; depth += 1) {
      let count = 0;
      for (let one = tree.previousSibling(node); one && count < 4; one = tree.previousSibling(one), count += 1) {
        const name = tree.localName(one);
        if (name === 'script' || name === 'style') continue;
        if (name === 'input' || (name !== undefined && tree.querySelector(one, 'input') !== null)) return after;
        const text = textOf(one, MOST_NEAR);
        if (/[A-Za-z\u00c0-\uffff]/.test(text)) return text;
      }
      const next = after === '' ? tree.nextSibling(node) : null;
      if (next && tree.localName(next) !== 'input' && tree.localName(next) !== 'script') after = textOf(next, 60);
      const above = tree.parentElement(node);
      if (above === null) node = tree.host(tree.root(node));
      else node = above;
      if (tree.localName(node) === 'form' || tree.localName(node) === 'body') break;
    }
    return after;
  }

  /** Returns the kind of picture next to a field, in the smallest part of the page that contains more than the field. */
  function pictureBeside(input) {
    let node = tree.parentElement(input);
    for (let depth = 0; node && depth < 4; depth += 1, node = tree.parentElement(node)) {
      if (tree.localName(node) === 'body' || tree.querySelectorAll(node, 'input').length > 2) return '';
      const picture = tree.querySelector(node, 'img, canvas');
      if (picture === null) continue;
      let words = '';
      for (const name of ['src', 'id', 'class', 'alt', 'title', 'name']) words += ` ${(tree.attribute(picture, name) ?? '').slice(0, 120)}`;
      return /captcha|kaptcha|securimage|(verif|valid|check|rand|auth|security|image?)[a-z]*[-_]?(code|num|img|image|pic)|vcode|randimg|seccode/i.test(words)
        ? 'beside a captcha' : tree.localName(node) === 'form' ? '' : 'beside a picture';
    }
    return '';
  }

  /** Returns the number of characters that a field takes, if the page says so. */
  function lengthOf(input) {
    if (input.maxLength > 0) return input.maxLength;
    const pattern = input.getAttribute('pattern') ?? '';
    const times = pattern === '' ? null : /\{(?:\d+,)?(\d+)\}/.exec(pattern);
    return times ? Number(times[1]) : -1;
  }

  // Fields that exist only to mislead browsers or robots.
  const TRAP = /fake|honey_?pot|dummy|bogus|prevent_?auto|no_?fill|decoy/i;
  const FEWEST_OF_ONE_KIND = 3;
  const MOST_PICTURES = 12;

  /** Returns the part of a name that identifies the field: `email` of `user[email]`, `txtUser` of `ctl00$Main$txtUser`. */
  function lastPart(name) {
    const parts = name.split(/[[\].$:]+/).filter((part) => part !== '' && !/^\d+$/.test(part));
    return parts[parts.length - 1] ?? '';
  }

  /** Returns the first word of a name if another follows. */
  const firstWord = (name) => /^([A-Z]?[a-z]+)(?=[^a-z])/.exec(name)?.[1] ?? '';

  /**
   * Returns the words with which many names of a page begin. They describe the page, not a field: `user_email`, `user_zip`.
   * @param {HTMLInputElement[]} inputs
   * @returns {Set<string>}
   */
  function commonWords(inputs) {
    const counts = new Map();
    if (inputs.length < FEWEST_OF_ONE_KIND) return new Set();
    for (const input of inputs) {
      const words = new Set([firstWord(lastPart(input.getAttribute('name') ?? '')), firstWord(input.getAttribute('id') ?? '')]);
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const common = new Set();
    for (const [word, count] of counts) {
      if (word !== '' && count >= FEWEST_OF_ONE_KIND && !/^(new|old|current|confirm|re)?(pass|pwd|mail|otp|code)/i.test(word)) common.add(word);
    }
    return common;
  }

  function namesOf(input, common) {
    const whole = input.getAttribute('name') ?? '';
    const id = input.getAttribute('id') ?? '';
    // Frameworks derive the id from the whole name.
    const isSame = id.replace(/\W+/g, '_') === whole.replace(/\W+/g, '_');
    let words = '';
    for (const name of isSame ? [lastPart(whole)] : [lastPart(whole), id]) {
      const first = firstWord(name);
      words += ` ${common.has(first) ? name.slice(first.length) : name}`;
    }
    for (const name of NAMES) {
      const value = input.getAttribute(name);
      if (value !== null) words += ` ${value}`;
    }
    return words.slice(0, 240);
  }

  /**
   * @param {HTMLInputElement[]} inputs
   * @returns {Field[]}
   */
  function readFields(inputs) {
    const page = { common: commonWords(inputs), pictures: 0, labels: new Map() };
    return inputs.map((input) => readField(input, page));
  }

  /**
   * @param {HTMLInputElement} input
   * @param {Page} page the common first words, the number of fields whose pictures were examined, and the labels by tree
   * @returns {Field}
   */
  function readField(input, page) {
    const type = typeOf(input);
    const tokens = input.getAttribute('autocomplete') ?? '';
    const declared = tokens === '' ? [] : tokens.trim().toLowerCase().split(/\s+/).filter((token) => token !== '' && !token.startsWith('section-'));
    const named = meanings(namesOf(input, page.common));
    let labelled = meanings(labelOf(input, page));
    const own = [];
    if (labelled.size === 0) {
      labelled = meanings(textBeside(input));
      if (labelled.size > 0) own.push('labelled by the text beside it');
    }
    const said = new Set([...named, ...labelled]);
    for (const meaning of named) own.push(`name ${meaning}`);
    for (const meaning of labelled) own.push(`label ${meaning}`);
    for (const meaning of said) own.push(`says ${meaning}`);
    if (labelled.size === 0) own.push('label says nothing');
    if (named.size === 0) own.push('name says nothing');
    const classes = input.getAttribute('class') ?? '';
    if (classes !== '') for (const meaning of meanings(classes.slice(0, 100))) own.push(`class ${meaning}`);

    for (const token of declared) if (DECLARED.has(token)) own.push(`declares ${token}`);
    const isTrap = TRAP.test(`${input.getAttribute('name') ?? ''} ${input.getAttribute('id') ?? ''}`);
    const isOther = isTrap || declared.some((token) => OTHER_PURPOSE.test(token));
    own.push(`type ${['email', 'tel', 'number', 'password'].includes(type) ? type : 'text'}`);
    const length = lengthOf(input);
    if (length > 0) own.push(length < 4 ? 'takes 1 to 3 signs' : length <= 8 ? 'takes 4 to 8 signs' : length <= 16 ? 'takes 9 to 16 signs' : 'takes many signs');
    const mode = input.getAttribute('inputmode') ?? '';
    const pattern = input.getAttribute('pattern') ?? '';
    const isDigits = mode === 'numeric' || mode === 'decimal' || type === 'number' || (pattern !== '' && /^\^?(\\d|\[0-9\])/.test(pattern));
    if (isDigits) own.push('takes digits');
    if (isDigits && length >= 4 && length <= 8) own.push('takes 4 to 8 digits');
    if (mode === 'email') own.push('keyboard email');
    if (mode === 'tel') own.push('keyboard tel');
    const placeholder = (input.getAttribute('placeholder') ?? '').trim();
    if (placeholder.includes('@')) own.push('shows an address');
    else if (/^(?:[0-9x#•●*_–-]\s?-?){4,8}$/i.test(placeholder)) own.push('shows a code');
    else if (/^\+?\(?\d[\d ()x-]{7,}$/i.test(placeholder)) own.push('shows a number');
    if (/^(off|none)$/i.test(input.getAttribute('autocapitalize') ?? '')) own.push('keeps small letters');
    if (input.getAttribute('autofocus') !== null) own.push('has the focus first');
    if (input.readOnly) own.push('read only');
    const style = input.getAttribute('style') ?? '';
    if ((style !== '' && /display:\s*none|visibility:\s*hidden|opacity:\s*0(?![.\d])|(left|top):\s*-\d{3,}/.test(style))
      || input.getAttribute('aria-hidden') === 'true') own.push('hidden');

    if (page.pictures < MOST_PICTURES && ['code', 'weakcode', 'captcha', 'verify'].some((meaning) => said.has(meaning))) {
      page.pictures += 1;
      const picture = pictureBeside(input);
      if (picture !== '') own.push(picture);
    }
    const showsPassword = (type === 'text' || type === '') && said.has('password') && !NOT_SHOWN.some((meaning) => said.has(meaning))
      && (declared.some((token) => /^(current|new)-password$/.test(token)) || (named.has('password') && labelled.has('password')));
    return { input, type, length, declared, isOther, isPassword: type === 'password' || showsPassword, named, labelled, said, own };
  }

  return Object.freeze({ isCandidate, readFields });
})();
