// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// The parts of a document that the content scripts read: elements from markup, the selectors they use, labels and forms.
// It replaces a browser in `node --test`; the same scripts run in real browsers in Tests/EndToEnd.

const VOID = new Set(['input', 'br', 'img', 'meta', 'link', 'hr']);
const TEXT_TYPES = new Set(['text', 'email', 'tel', 'number', 'password', 'search', 'url', 'hidden', 'submit', 'button', 'checkbox']);

// Properties are on prototypes, as in a browser, so that a page's names can replace them in forms and documents.
export class TinyNode {
  above = null;
  childNodes = [];
  get parentNode() {
    return this.above;
  }
  get ownerDocument() {
    if (this instanceof TinyDocument) return null;
    const root = rootOf(this);
    return root instanceof TinyShadowRoot ? root.hostElement.ownerDocument : root;
  }
  get parentElement() {
    return this.above instanceof TinyElement ? this.above : null;
  }
  get textContent() {
    return this.childNodes.map(textOf).join('');
  }
  get previousSibling() {
    const siblings = this.above?.childNodes ?? [];
    return siblings[siblings.indexOf(this) - 1] ?? null;
  }
  get nextSibling() {
    const siblings = this.above?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    const root = rootOf(this);
    return root instanceof TinyShadowRoot ? root.hostElement.isConnected : root instanceof TinyDocument;
  }
  getRootNode() {
    return rootOf(this);
  }
  contains(other) {
    for (let node = other; node; node = node.above) if (node === this) return true;
    return false;
  }
  append(...nodes) {
    for (const node of nodes) {
      node.above = this;
      this.childNodes.push(node);
    }
  }
  remove() {
    this.above.childNodes = this.above.childNodes.filter((node) => node !== this);
    this.above = null;
  }
}

function textOf(node) {
  return node instanceof TinyText ? node.text : node.childNodes.map(textOf).join('');
}

/** Returns the document or the topmost element of a node. */
function rootOf(node) {
  while (node.above !== null) node = node.above;
  return node;
}

function* elementsOf(node) {
  for (const child of node.childNodes) {
    if (!(child instanceof TinyElement)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

/** Selectors work the same way in elements and documents. */
function select(root, selectors) {
  const tests = selectors.split(',').map((selector) => {
    const [, name, attribute, value] = /^\s*([a-z0-9]+|\*)?(?:\[([a-z-]+)="([^"]*)"\])?\s*$/.exec(selector);
    return (element) =>
      (!name || name === '*' || element.name === name) && (!attribute || element.attributes.get(attribute) === value);
  });
  return [...elementsOf(root)].filter((element) => tests.some((fits) => fits(element)));
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
  shadow = null;
  constructor(localName) {
    super();
    this.name = localName;
  }
  get localName() {
    return this.name;
  }
  get shadowRoot() {
    return this.shadow;
  }
  querySelectorAll(selectors) {
    return select(this, selectors);
  }
  querySelector(selectors) {
    return select(this, selectors)[0] ?? null;
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  checkVisibility() {
    for (let node = this; node instanceof TinyElement; node = node.above) if (/display: ?none|visibility: ?hidden|opacity: ?0(?![.0-9])/.test(styleOf(node))) return false;
    return true;
  }
  /** Returns the place that the element's own style gives; missing values have a default. */
  getBoundingClientRect() {
    const pixels = (name, usual) => Number(new RegExp(`(?:^|[; ])${name}: ?(-?[0-9]+)`).exec(styleOf(this))?.[1] ?? usual);
    const [left, top, width, height] = [pixels('left', 10), pixels('top', 10), pixels('width', 200), pixels('height', 20)];
    return { left, top, width, height, right: left + width, bottom: top + height };
  }
  closest(name) {
    for (let node = this; node instanceof TinyElement; node = node.above) if (node.name === name) return node;
    return null;
  }
  dispatchEvent(event) {
    this.events.push(event);
    this.onevent?.(event);
    return true;
  }
}

const styleOf = (element) => element.attributes.get('style') ?? '';

class TinyLabel extends TinyElement {
  get control() {
    const id = this.attributes.get('for');
    const around = id === undefined ? this : rootOf(this);
    return select(around, 'input').find((input) => id === undefined || input.attributes.get('id') === id) ?? null;
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
    const id = this.attributes.get('form');
    if (id === undefined) return TinyElement.prototype.closest.call(this, 'form');
    return select(rootOf(this), 'form').find((form) => form.attributes.get('id') === id) ?? null;
  }
}

class TinyForm extends TinyElement {
  get elements() {
    return select(rootOf(this), 'input').filter((input) => input.form === this);
  }
}

class TinyRoot extends TinyNode {
  querySelectorAll(selectors) {
    return select(this, selectors);
  }
  querySelector(selectors) {
    return select(this, selectors)[0] ?? null;
  }
  getElementById(id) {
    return [...elementsOf(this)].find((element) => element.attributes.get('id') === id) ?? null;
  }
}

export class TinyDocument extends TinyRoot {
  titleText = '';
  get title() {
    return this.titleText;
  }
}

/** A tree attached to an element: in markup, `<template shadowrootmode="open">`. */
export class TinyShadowRoot extends TinyRoot {
  hostElement = null;
  get host() {
    return this.hostElement;
  }
}

/** The parts of a browser's window. */
export const TINY_WINDOW = {
  Node: TinyNode, Element: TinyElement, Document: TinyDocument, DocumentFragment: TinyShadowRoot, ShadowRoot: TinyShadowRoot,
  HTMLInputElement: TinyInput, HTMLFormElement: TinyForm, scrollX: 0, scrollY: 0,
  getComputedStyle: (element) => ({
    overflow: /overflow: ?([a-z]+)/.exec(styleOf(element))?.[1] ?? 'visible', position: /position: ?([a-z]+)/.exec(styleOf(element))?.[1] ?? 'static',
    display: 'block',
  }),
};

/** @param {string} markup well nested, double-quoted or bare attribute values */
export function parseDocument(markup) {
  const document = new TinyDocument();
  let parent = document;
  for (const [token, close, open, attributes, text] of markup.matchAll(/<\/([a-z0-9]+)>|<([a-z0-9-]+)((?:"[^"]*"|[^>"])*)>|([^<]+)/g)) {
    if (close === 'template' && parent instanceof TinyShadowRoot) parent = parent.hostElement;
    else if (close) parent = parent.closest(close).above;
    else if (open === 'template' && /shadowrootmode="?open/.test(attributes)) {
      const shadow = new TinyShadowRoot();
      shadow.hostElement = parent;
      parent.shadow = shadow;
      parent = shadow;
    } else if (open) {
      const element = open === 'input' ? new TinyInput(open) : open === 'label' ? new TinyLabel(open)
        : open === 'form' ? new TinyForm(open) : new TinyElement(open);
      for (const [, name, quoted, bare] of attributes.matchAll(/([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?/g)) {
        element.attributes.set(name, quoted ?? bare ?? '');
      }
      parent.append(element);
      if (!VOID.has(open)) parent = element;
    } else if (text ?? token) parent.append(new TinyText(text));
  }
  return document;
}
