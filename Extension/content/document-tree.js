// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Reads the page's tree by the browser's own functions. In a form, `<input name="parentNode">` takes the place of the form's
// property `parentNode`, for content scripts too, and an image's name does the same in a document. The prototypes of a
// content script's world are its own, so functions taken from them see the tree as it is.

globalThis.PassfoldDocumentTree ??= (() => {
  // `call` bound to a function takes the node first, without a function of ours in between: it is called for each element of a page.
  const { bind, call } = Function.prototype;
  const LEAST_PIXELS = 2;
  const MOST_FOLDED_LEVELS = 8;
  const nothing = () => undefined;

  /**
   * @param {any} prototype
   * @param {string} name
   * @returns {(node: any) => any} the property's value by the browser's own getter
   */
  function getter(prototype, name) {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return get === undefined ? nothing : bind.call(call, get);
  }

  /**
   * @param {any} prototype
   * @param {string} name
   * @returns {(node: any, ...list: any[]) => any}
   */
  function method(prototype, name) {
    const own = prototype[name];
    return own === undefined ? nothing : bind.call(call, own);
  }

  const checkVisibility = Element.prototype.checkVisibility;
  const isElement = (node) => node instanceof Element;
  const isDocument = (node) => node instanceof Document;
  const isShadowRoot = (node) => node instanceof ShadowRoot;

  /** A method or getter that elements, documents and shadow trees have, each on a prototype of its own. */
  function shared(make, name) {
    const ofElement = make(Element.prototype, name);
    const ofDocument = make(Document.prototype, name);
    const ofFragment = make(DocumentFragment.prototype, name);
    return (node, list) => {
      if (isElement(node)) return ofElement(node, list);
      return isDocument(node) ? ofDocument(node, list) : ofFragment(node, list);
    };
  }

  const localName = getter(Element.prototype, 'localName');
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const hostOfShadow = getter(ShadowRoot.prototype, 'host');
  const host = (node) => (isShadowRoot(node) ? hostOfShadow(node) : undefined);
  const root = method(Node.prototype, 'getRootNode');
  const parentNode = getter(Node.prototype, 'parentNode');
  const getAttribute = method(Element.prototype, 'getAttribute');
  const elementById = method(Document.prototype, 'getElementById');
  const elementByIdInFragment = method(DocumentFragment.prototype, 'getElementById');
  const activeElement = getter(Document.prototype, 'activeElement');
  const activeElementInShadow = getter(ShadowRoot.prototype, 'activeElement');

  const rectangle = method(Element.prototype, 'getBoundingClientRect');
  const parentElement = getter(Node.prototype, 'parentElement');
  /** The element around another, out of its shadow tree too. */
  const elementAround = (node) => parentElement(node) ?? host(root(node));

  /** Whether a person may see an element, as far as its style says. */
  const isVisible = (element) => checkVisibility?.call(element, { opacityProperty: true, visibilityProperty: true }) !== false;

  /** Whether an element has a place in the page: not none at all, not outside its edges, and not in a part that is folded up. */
  function hasPlace(element) {
    const own = rectangle(element);
    if (own === undefined) return true;
    if (own.width < LEAST_PIXELS || own.height < LEAST_PIXELS || own.right + scrollX <= 0 || own.bottom + scrollY <= 0) return false;
    // What is positioned escapes the parts between itself and the one that it is positioned in.
    let isEscaping = false;
    for (let node = element, level = 0; node && level < MOST_FOLDED_LEVELS; level += 1, node = elementAround(node)) {
      const { overflow, position, display } = getComputedStyle(node);
      const mayFold = node !== element && !(isEscaping && position === 'static') && display !== 'contents' && display !== 'inline';
      const { width, height } = rectangle(node);
      if (mayFold && (width < LEAST_PIXELS || height < LEAST_PIXELS) && /hidden|clip/.test(overflow)) return false;
      if (position === 'fixed') return true;
      if (node === element || position !== 'static') isEscaping = position === 'absolute';
    }
    return true;
  }

  const elementAt = method(Document.prototype, 'elementFromPoint');
  const elementInShadowAt = method(ShadowRoot.prototype, 'elementFromPoint');

  return Object.freeze({
    isElement,
    /** The name of what is seen at a point of the window, inside open shadow trees too; undefined where nothing is. */
    localNameAt(document, x, y) {
      let found = elementAt(document, x, y);
      for (let inner = found; isElement(inner) && shadowRoot(inner) !== null;) {
        inner = elementInShadowAt(shadowRoot(inner), x, y);
        if (!isElement(inner) || inner === found) break;
        found = inner;
      }
      return isElement(found) ? localName(found) : undefined;
    },
    /** An element's name without prefix; undefined for other nodes. */
    localName: (node) => (isElement(node) ? localName(node) : undefined),
    /** The same for what is known to be an element: pages have thousands of them. */
    elementName: localName,
    elementShadow: shadowRoot,
    elementAttribute: getAttribute,
    selectIn: method(Element.prototype, 'querySelector'),
    /** An element's open shadow tree, or null. */
    shadowRoot: (node) => (isElement(node) ? shadowRoot(node) : null),
    /** The element that a shadow tree belongs to; undefined for other nodes. */
    host,
    parentNode,
    parentElement,
    elementAround,
    previousSibling: getter(Node.prototype, 'previousSibling'),
    nextSibling: getter(Node.prototype, 'nextSibling'),
    ownerDocument: getter(Node.prototype, 'ownerDocument'),
    textContent: getter(Node.prototype, 'textContent'),
    isConnected: getter(Node.prototype, 'isConnected'),
    root,
    contains: method(Node.prototype, 'contains'),
    append: shared(method, 'append'),
    querySelector: shared(method, 'querySelector'),
    querySelectorAll: shared(method, 'querySelectorAll'),
    /** An element's attribute, or null. */
    attribute: (node, name) => (isElement(node) ? getAttribute(node, name) : null),
    /** The element with an id in a document or shadow tree, or null. */
    elementById(node, id) {
      if (isDocument(node)) return elementById(node, id);
      return isShadowRoot(node) ? elementByIdInFragment(node, id) : null;
    },
    isVisible,
    /** Whether a person may see an element, by its style and its place. Pages hide fields from people that robots are to fill in. */
    isSeen: (element) => isVisible(element) && hasPlace(element),
    /** Everything that is a form's own, wherever in the page it stands. */
    elementsOfForm: getter(globalThis.HTMLFormElement?.prototype ?? {}, 'elements'),
    title: getter(Document.prototype, 'title'),
    body: getter(Document.prototype, 'body'),
    documentElement: getter(Document.prototype, 'documentElement'),
    hasFocus: method(Document.prototype, 'hasFocus'),
    createElement: method(Document.prototype, 'createElementNS'),
    /** The element that has the focus, inside open shadow trees too. */
    focused(document) {
      let element = activeElement(document);
      while (isElement(element) && shadowRoot(element) !== null && activeElementInShadow(shadowRoot(element)) !== null) {
        element = activeElementInShadow(shadowRoot(element));
      }
      return element;
    },
    /** Whether the browser has prepared the page and nobody has seen it yet. */
    isPrerendering: getter(Document.prototype, 'prerendering'),
  });
})();
