// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// As much of a document as the content scripts read: elements from markup, the selectors they use, labels and forms.
// It stands in for a browser in `node --test`; the same scripts run in real browsers in Tests/EndToEnd.

const VOID = new Set(['input', 'br', 'img', 'meta', 'link', 'hr']);
const TEXT_TYPES = new Set(['text', 'email', 'tel', 'number', 'password', 'search', 'url', 'hidden', 'submit', 'button', 'checkbox']);

class TinyNode {
  parentNode = null;
  childNodes = [];
  get parentElement() {
    return this.parentNode instanceof TinyElement ? this.parentNode : null;
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  get previousSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) - 1] ?? null;
  }
  get isConnected() {
    return this.getRootNode() instanceof TinyDocument;
  }
  getRootNode() {
    return this.parentNode === null ? this : this.parentNode.getRootNode();
  }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  append(...nodes) {
    for (const node of nodes) {
      node.parentNode = this;
      this.childNodes.push(node);
    }
  }
  remove() {
    this.parentNode.childNodes = this.parentNode.childNodes.filter((node) => node !== this);
    this.parentNode = null;
  }
  *elements() {
    for (const node of this.childNodes) {
      if (!(node instanceof TinyElement)) continue;
      yield node;
      yield* node.elements();
    }
  }
  querySelectorAll(selectors) {
    const tests = selectors.split(',').map((selector) => {
      const [, name, attribute, value] = /^\s*([a-z0-9]+|\*)?(?:\[([a-z-]+)="([^"]*)"\])?\s*$/.exec(selector);
      return (element) =>
        (!name || name === '*' || element.localName === name) && (!attribute || element.getAttribute(attribute) === value);
    });
    return [...this.elements()].filter((element) => tests.some((fits) => fits(element)));
  }
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }
}

class TinyText extends TinyNode {
  constructor(text) {
    super();
    this.text = text;
  }
  get textContent() {
    return this.text;
  }
}

export class TinyElement extends TinyNode {
  attributes = new Map();
  events = [];
  constructor(localName) {
    super();
    this.localName = localName;
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  closest(name) {
    for (let node = this; node instanceof TinyElement; node = node.parentNode) if (node.localName === name) return node;
    return null;
  }
  get ownerDocument() {
    return this.getRootNode();
  }
  dispatchEvent(event) {
    this.events.push(event);
    this.onevent?.(event);
    return true;
  }
}

export class TinyInput extends TinyElement {
  #value = '';
  get value() {
    return this.#value;
  }
  set value(text) {
    this.#value = text;
  }
  get type() {
    const type = (this.getAttribute('type') ?? 'text').toLowerCase();
    return TEXT_TYPES.has(type) ? type : 'text';
  }
  get maxLength() {
    return Number(this.getAttribute('maxlength') ?? -1);
  }
  get disabled() {
    return this.attributes.has('disabled');
  }
  get readOnly() {
    return this.attributes.has('readonly');
  }
  get form() {
    return this.closest('form');
  }
  get labels() {
    const id = this.getAttribute('id');
    return this.getRootNode()
      .querySelectorAll('label')
      .filter((label) => label.contains(this) || (id !== null && label.getAttribute('for') === id));
  }
}

export class TinyDocument extends TinyNode {
  title = '';
  location = { pathname: '/' };
  getElementById(id) {
    return [...this.elements()].find((element) => element.getAttribute('id') === id) ?? null;
  }
}

/** @param {string} markup well nested, double-quoted or bare attribute values */
export function parseDocument(markup) {
  const document = new TinyDocument();
  let parent = document;
  for (const [token, close, open, attributes, text] of markup.matchAll(/<\/([a-z0-9]+)>|<([a-z0-9-]+)((?:"[^"]*"|[^>"])*)>|([^<]+)/g)) {
    if (close) parent = parent.closest(close).parentNode;
    else if (open) {
      const element = open === 'input' ? new TinyInput(open) : new TinyElement(open);
      for (const [, name, quoted, bare] of attributes.matchAll(/([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?/g)) {
        element.attributes.set(name, quoted ?? bare ?? '');
      }
      parent.append(element);
      if (!VOID.has(open)) parent = element;
    } else if (text ?? token) parent.append(new TinyText(text));
  }
  return document;
}
