// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds which fields belong together, and the text around them. The scope is a form or, if the page has none, the smallest part of the page
// that contains the fields and a button.

globalThis.PassfoldFieldScopes ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;
  const { meanings } = globalThis.PassfoldFieldText;

  const MOST_FIELDS = 600;
  const MOST_ANCESTORS = 14;
  const MOST_LEVELS_READ = 5;
  const MOST_LEVELS_BEYOND_A_BUTTON = 4;
  const MOST_FIELDS_OF_A_PART = 8;
  const MOST_SAID = 120;
  const MOST_LINKS = 300;
  // The meanings that count in the text of a form; a long text contains something of every kind.
  const SAID = new Set([
    'signin', 'signup', 'reset', 'forgot', 'remember', 'haveaccount', 'noaccount', 'terms', 'newsletter', 'checkout', 'contact', 'verify', 'code',
    'settings', 'search', 'fresh', 'password',
  ]);
  const SAID_IN_BUTTONS = new Set([...SAID, 'social']);
  const SAID_IN_TEXT = new Set(['signin', 'signup', 'reset', 'forgot', 'remember', 'haveaccount', 'noaccount', 'terms', 'newsletter', 'checkout', 'verify', 'code']);
  const WANTED = 'input, button, [role="button"]';
  // A page may have thousands of these, and the user cannot type into any of them.
  const UNSEEN_TYPES = new Set(['hidden', 'checkbox', 'radio']);
  const BUTTON_TYPES = new Set(['submit', 'button', 'image']);

  /**
   * @typedef {object} Scope
   * @property {Node} element
   * @property {any[]} fields
   * @property {Set<string>} evidence the meanings of the text around the fields, such as "button signin"
   */

  const typeOf = (element) => (tree.elementAttribute(element, 'type') ?? '').trim().toLowerCase();

  /** Returns all inputs and buttons under a root in document order, including those in open shadow trees. */
  function gather(root) {
    /** @type {HTMLInputElement[]} */
    const inputs = [];
    const buttons = [];
    const look = (element) => {
      if (tree.elementName(element) !== 'input') buttons.push(element);
      else {
        const { type } = element;
        if (BUTTON_TYPES.has(type)) buttons.push(element);
        else if (!UNSEEN_TYPES.has(type)) inputs.push(element);
      }
    };
    const walk = (node) => {
      const all = tree.querySelectorAll(node, '*');
      const wanted = tree.querySelectorAll(node, WANTED);
      const count = all.length;
      let next = 0;
      let upcoming = wanted[0];
      for (let at = 0; at < count && inputs.length < MOST_FIELDS; at += 1) {
        const element = all[at];
        if (element === upcoming) {
          look(element);
          next += 1;
          upcoming = wanted[next];
        }
        const shadow = tree.elementShadow(element);
        if (shadow === null) continue;
        if (tree.elementName(element).endsWith('-button')) buttons.push(element);
        walk(shadow);
      }
    };
    if (tree.localName(root) === 'input') look(root);
    if (tree.shadowRoot(root)) walk(tree.shadowRoot(root));
    walk(root);
    return { inputs, buttons };
  }

  /** Returns an element's ancestors across shadow trees, from the nearest. */
  function around(element, most = MOST_ANCESTORS) {
    const found = [];
    let node = element;
    while (found.length < most) {
      node = tree.elementAround(node);
      if (!node) break;
      const name = tree.elementName(node);
      if (name === 'body' || name === 'html') break;
      found.push(node);
    }
    return found;
  }

  /** Returns the form of a field, even if the field is in a shadow tree inside the form; null if it has none. */
  function formOf(input) {
    if (input.form) return input.form;
    for (let node = tree.host(tree.root(input)); node; node = tree.elementAround(node)) {
      if (tree.elementName(node) === 'form') return node;
    }
    return null;
  }

  /**
   * Returns the part of the page to search for a field and all that belong to it.
   * @param {HTMLInputElement} input
   * @returns {Node} its form; the page or the form's shadow tree if it has no form, or if fields elsewhere belong to the form by attribute
   */
  function rootAround(input) {
    const form = formOf(input);
    if (form === null) return tree.ownerDocument(input) ?? tree.root(input);
    const own = tree.elementsOfForm(form) ?? [];
    for (let at = 0; at < own.length; at += 1) if (!tree.contains(form, own[at])) return tree.root(form);
    return form;
  }

  /** Returns how many of these are inside each element. */
  function countInside(elements) {
    const counts = new Map();
    for (const element of elements) for (const node of around(element)) counts.set(node, (counts.get(node) ?? 0) + 1);
    return counts;
  }

  /**
   * @param {any[]} fields with `input`
   * @param {any[]} buttons
   * @returns {Map<Node, any[]>} the fields by scope
   */
  function group(fields, buttons) {
    const scopes = new Map();
    /** @type {Map<Node, number> | null} */
    let held = null;
    /** @type {Map<Node, number> | null} */
    let pressed = null;
    const partOf = (input) => {
      held ??= countInside(fields.map((field) => field.input));
      pressed ??= countInside(buttons);
      let part = null;
      let beyond = 0;
      for (const node of around(input)) {
        if (tree.elementName(node) === 'form') return node;
        if (part !== null) beyond += 1;
        if (beyond > MOST_LEVELS_BEYOND_A_BUTTON) break;
        const count = held.get(node) ?? 0;
        if (part === null ? pressed.has(node) : count > (held.get(part) ?? 0) && count <= MOST_FIELDS_OF_A_PART) {
          part = node;
          beyond = 0;
        }
      }
      return part ?? tree.root(input);
    };
    for (const field of fields) {
      const scope = field.input.form ?? partOf(field.input);
      const members = scopes.get(scope);
      if (members === undefined) scopes.set(scope, [field]);
      else members.push(field);
    }
    return scopes;
  }

  function textOf(element, most) {
    return (tree.textContent(element) ?? '').slice(0, most * 4).replace(/\s+/g, ' ').slice(0, most);
  }

  function attributes(element, names) {
    let words = '';
    for (let at = 0; at < names.length; at += 1) {
      const value = tree.elementAttribute(element, names[at]);
      if (value !== null) words += ` ${value}`;
    }
    return words;
  }

  const NAMES = ['id', 'name', 'class', 'data-testid', 'data-test', 'data-qa'];
  const NAMES_OF_FORM = [...NAMES, 'aria-label', 'data-test-selector'];
  const NAMES_OF_BUTTON = ['value', 'aria-label', 'alt', 'title', ...NAMES];

  /** @param {string} href @returns {string} the first 100 characters without scheme and host */
  const pathOf = (href) => href.replace(/^[a-z]+:\/\/[^/]*/i, '').slice(0, 100);

  /**
   * @param {Node} element
   * @returns {Set<string>} the meanings of the text in and around a scope, each with its place
   */
  function read(element) {
    const evidence = new Set();
    const say = (place, words, known = SAID) => {
      for (const meaning of meanings(words)) if (known.has(meaning)) evidence.add(`${place} ${meaning}`);
    };
    if (tree.isElement(element)) {
      const path = pathOf(tree.elementAttribute(element, 'action') ?? '').replace(/\?.*/, '');
      say('form', `${attributes(element, NAMES_OF_FORM)} ${path}`);
    }
    /** @type {{words: string, isAfter: boolean, isCertain: boolean}[]} */
    let submits = [];
    let others = '';
    let links = '';
    let headings = '';
    let ticks = '';
    const speakers = tree.querySelectorAll(element, 'h1, h2, h3, h4, legend, button, input, [role="button"], a');
    for (let at = 0; at < speakers.length && at < MOST_SAID; at += 1) {
      const one = speakers[at];
      const name = tree.elementName(one);
      const type = name === 'input' ? one.type : name === 'button' ? typeOf(one) : '';
      if (name === 'a') {
        if (links.length > MOST_LINKS) continue;
        const words = ` ${textOf(one, 60)} ${pathOf(tree.elementAttribute(one, 'href') ?? '')}`;
        if (/\b(btn|button)/i.test(tree.elementAttribute(one, 'class') ?? '')) others += words;
        else links += words;
      } else if (name === 'input' && !BUTTON_TYPES.has(type)) {
        if (type === 'checkbox') ticks += attributes(one, ['name', 'id']);
        // The submit button of a form comes after its fields.
        else if (type !== 'hidden') submits.forEach((button) => { button.isAfter = false; });
      } else if (name === 'button' || name === 'input' || tree.elementAttribute(one, 'role') === 'button') {
        const words = ` ${textOf(one, 60)}${attributes(one, NAMES_OF_BUTTON)}`;
        if (type === 'button' || (name === 'button' && type === 'reset')) others += words;
        else submits.push({ words, isAfter: true, isCertain: type === 'submit' });
      } else headings += ` ${textOf(one, 80)}`;
    }
    const after = submits.filter(({ isAfter }) => isAfter);
    if (after.length > 0) {
      const chosen = after.find(({ isCertain }) => isCertain) ?? after[0];
      for (const button of submits) if (button !== chosen) others += button.words;
      submits = [chosen];
    }
    say('button', submits.map(({ words }) => words).join('').slice(0, 400), SAID_IN_BUTTONS);
    say('other button', others.slice(0, 300), SAID_IN_BUTTONS);
    say('link', links.slice(0, MOST_LINKS));
    say('tick', ticks.slice(0, 200));
    say('text', textOf(element, 500), SAID_IN_TEXT);
    let near = '';
    for (const node of around(element, MOST_LEVELS_READ)) {
      near += attributes(node, ['id', 'class']);
      const heading = headings === '' ? tree.querySelector(node, 'h1, h2, h3') : null;
      if (heading !== null) headings = textOf(heading, 80);
    }
    say('heading', headings.slice(0, 300));
    say('around', near.slice(0, 300));
    const document = tree.ownerDocument(element) ?? element;
    say('page', `${(tree.title(document) ?? '').slice(0, 120)} ${location.pathname.slice(0, 120)}`);
    return evidence;
  }

  return Object.freeze({ gather, group, read, rootAround });
})();
