// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Reads the page's tree with the browser's own functions. In a form, `<input name="parentNode">` replaces the form's property `parentNode`,
// even for content scripts, and an image's name does the same in a document. A content script has its own prototypes, so functions taken
// from them see the real tree.

globalThis.PassfoldDocumentTree ??= (() => {
  // `call` bound to a function takes the node first without an extra function in between, because it is called for each element of a page.
  const { bind, call } = Function.prototype;
  const LEAST_PIXELS = 2;
  const MOST_FOLDED_LEVELS = 8;
  const nothing = () => undefined;

  /**
   * @param {any} prototype
   * @param {string} name
   * @returns {(node: any) => any} returns the property's value from the browser's own getter
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

  /** Returns a method or getter that elements, documents and shadow trees have on separate prototypes. */
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
  /** Returns the parent element, or the host if the parent is a shadow tree. */
  const elementAround = (node) => parentElement(node) ?? host(root(node));

  /** Whether the user can see an element according to its style. */
  const isVisible = (element) => checkVisibility?.call(element, { opacityProperty: true, visibilityProperty: true }) !== false;

  /** Whether an element has a visible place in the page: it is not empty, not off the page's start edges, and not in a collapsed part. */
  function hasPlace(element) {
    const own = rectangle(element);
    if (own === undefined) return true;
    if (own.width < LEAST_PIXELS || own.height < LEAST_PIXELS || own.right + scrollX <= 0 || own.bottom + scrollY <= 0) return false;
    // An absolutely positioned element is not clipped by static parts between itself and its containing block.
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
    /** Returns the name of the element visible at a point of the window, even in open shadow trees; undefined if there is none. */
    localNameAt(document, x, y) {
      let found = elementAt(document, x, y);
      for (let inner = found; isElement(inner) && shadowRoot(inner) !== null;) {
        inner = elementInShadowAt(shadowRoot(inner), x, y);
        if (!isElement(inner) || inner === found) break;
        found = inner;
      }
      return isElement(found) ? localName(found) : undefined;
    },
    /** Returns an element's name without prefix; undefined for other nodes. */
    localName: (node) => (isElement(node) ? localName(node) : undefined),
    /** The same without a check that the node is an element: pages have thousands of elements. */
    elementName: localName,
    elementShadow: shadowRoot,
    elementAttribute: getAttribute,
    selectIn: method(Element.prototype, 'querySelector'),
    /** Returns an element's open shadow tree, or null. */
    shadowRoot: (node) => (isElement(node) ? shadowRoot(node) : null),
    /** Returns the element that a shadow tree belongs to; undefined for other nodes. */
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
    /** Returns an element's attribute, or null. */
    attribute: (node, name) => (isElement(node) ? getAttribute(node, name) : null),
    /** Returns the element with an id in a document or shadow tree, or null. */
    elementById(node, id) {
      if (isDocument(node)) return elementById(node, id);
      return isShadowRoot(node) ? elementByIdInFragment(node, id) : null;
    },
    isVisible,
    /** Whether the user can see an element according to its style and place. Pages hide fields that are traps for robots. */
    isSeen: (element) => isVisible(element) && hasPlace(element),
    /** Returns all elements of a form, wherever they are in the page. */
    elementsOfForm: getter(globalThis.HTMLFormElement?.prototype ?? {}, 'elements'),
    title: getter(Document.prototype, 'title'),
    body: getter(Document.prototype, 'body'),
    documentElement: getter(Document.prototype, 'documentElement'),
    hasFocus: method(Document.prototype, 'hasFocus'),
    createElement: method(Document.prototype, 'createElementNS'),
    /** Returns the element with the focus, even inside open shadow trees. */
    focused(document) {
      let element = activeElement(document);
      while (isElement(element) && shadowRoot(element) !== null && activeElementInShadow(shadowRoot(element)) !== null) {
        element = activeElementInShadow(shadowRoot(element));
      }
      return element;
    },
    /** Whether the page is prerendered and not shown yet. */
    isPrerendering: getter(Document.prototype, 'prerendering'),
  });
})();
