// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The mark under a field. A page can see its presence, place and size, so these are always the same: whatever the vault contains, whether
// it is locked, and even without Passfold's programs. The mark shows no names and no counts, and has no data that it could show. The user's
// click on it opens the extension's popup and does nothing else.

globalThis.PassfoldHint ??= (() => {
  const WIDTH_PIXELS = 116;
  const HEIGHT_PIXELS = 32;
  const GAP_PIXELS = 4;
  const EDGE_PIXELS = 8;
  const MOST_ANCESTORS = 1000;
  /** The elements that the user fills in or presses. */
  const USED = ['input', 'select', 'textarea', 'button'];
  const HTML = 'http://www.w3.org/1999/xhtml';
  const SVG = 'http://www.w3.org/2000/svg';
  // The product's name is the same in every language, so the mark has only one size.
  const NAME = 'Passfold';
  // A key, on a 16 by 16 grid.
  const KEY = 'M4.5 11.5a3 3 0 1 1 2.6-4.5H14v2.5h-1.5V11H10V9H7.1a3 3 0 0 1-2.6 2.5zM4.5 8.5h.01';

  const { i18n } = globalThis.chrome;
  const tree = globalThis.PassfoldDocumentTree;
  const rectangle = Element.prototype.getBoundingClientRect;
  const { showPopover } = HTMLElement.prototype;

  const STYLE = `
    :host {
      all: initial !important;
      display: block !important;
      position: fixed !important;
      inset: auto !important;
      margin: 0 !important;
      padding: 0 !important;
      border: 0 !important;
      background: none !important;
      overflow: visible !important;
      color-scheme: light dark !important;
      z-index: 2147483647 !important;
      width: ${WIDTH_PIXELS}px !important;
      height: ${HEIGHT_PIXELS}px !important;
    }
    .mark {
      --ink: #17181c; --ground: #fff; --line: #d5d8e0; --chosen: #e8effd; --accent: #1d4ed8;
      display: flex;
      align-items: center;
      justify-content: center;
      gap: 8px;
      box-sizing: border-box;
      width: ${WIDTH_PIXELS}px;
      height: ${HEIGHT_PIXELS}px;
      border: 1px solid var(--line);
      border-radius: 9px;
      overflow: hidden;
      background: var(--ground);
      box-shadow: 0 4px 16px rgb(0 0 0 / 16%), 0 1px 3px rgb(0 0 0 / 12%);
      color: var(--ink);
      font: 500 14px/1 system-ui, sans-serif;
      white-space: nowrap;
      cursor: pointer;
      user-select: none;
    }
    @media (prefers-color-scheme: dark) {
      .mark { --ink: #eceef4; --ground: #22242b; --line: #40444f; --chosen: #2e3a58; --accent: #8fb4ff; }
    }
    .mark:hover, .mark.chosen { background: var(--chosen); }
    .mark.chosen { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    .mark svg { flex: none; width: 18px; height: 18px; stroke: var(--accent); }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media (forced-colors: active) { .mark.chosen { outline: 2px solid Highlight; } }
  `;

  /** @type {any} */
  let shown = null;

  /** @param {string} name @param {string} [className] @returns {any} an element that no page can define */
  function element(name, className) {
    // The name has no hyphen: otherwise a page could define a custom element, whose constructor would run here.
    const made = tree.createElement(document, HTML, name);
    if (className !== undefined) made.className = className;
    return made;
  }

  function icon() {
    const svg = tree.createElement(document, SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('fill', 'none');
    svg.setAttribute('stroke-width', '1.4');
    svg.setAttribute('stroke-linecap', 'round');
    svg.setAttribute('stroke-linejoin', 'round');
    svg.setAttribute('aria-hidden', 'true');
    const path = tree.createElement(document, SVG, 'path');
    path.setAttribute('d', KEY);
    svg.append(path);
    return svg;
  }

  /** Returns the texts for screen readers, and their language; null once the browser has updated or removed the extension. */
  function readOut() {
    try {
      return {
        language: i18n.getMessage('textLanguage'),
        label: i18n.getMessage('markLabel'),
        howTo: i18n.getMessage('markHowTo'),
        chosen: i18n.getMessage('markChosen'),
      };
    } catch {
      return null;
    }
  }

  /** Returns the rectangle of the field, or of all boxes of a split code. */
  function rectangleOf(anchors) {
    const all = anchors.map((anchor) => rectangle.call(anchor));
    return {
      left: Math.min(...all.map((one) => one.left)),
      right: Math.max(...all.map((one) => one.right)),
      top: Math.min(...all.map((one) => one.top)),
      bottom: Math.max(...all.map((one) => one.bottom)),
    };
  }

  /** Whether the mark would cover an element that the user fills in or presses. Checks a grid of three by three points. */
  function covers({ left, top }) {
    const xs = [left + 1, left + WIDTH_PIXELS / 2, left + WIDTH_PIXELS - 1];
    const ys = [top + 1, top + HEIGHT_PIXELS / 2, top + HEIGHT_PIXELS - 1];
    return xs.some((x) => ys.some((y) => USED.includes(tree.localNameAt(document, x, y))));
  }

  /**
   * Returns the mark's place: under the end of the field, where the next field's label rarely is. If the mark would cover a field or a
   * button there, or has no room: next to the field, then above it, where its label usually is.
   */
  function place({ field, anchors }) {
    const view = { width: tree.documentElement(document).clientWidth || innerWidth, height: innerHeight };
    const isRightToLeft = getComputedStyle(anchors[0]).direction === 'rtl';
    const wanted = isRightToLeft ? field.left : field.right - WIDTH_PIXELS;
    const along = Math.max(EDGE_PIXELS, Math.min(wanted, view.width - WIDTH_PIXELS - EDGE_PIXELS));
    const below = { left: along, top: field.bottom + GAP_PIXELS };
    const above = { left: along, top: field.top - GAP_PIXELS - HEIGHT_PIXELS };
    const beside = {
      left: isRightToLeft ? field.left - GAP_PIXELS - WIDTH_PIXELS : field.right + GAP_PIXELS,
      top: Math.max(0, Math.min((field.top + field.bottom - HEIGHT_PIXELS) / 2, view.height - HEIGHT_PIXELS)),
    };
    const fitting = [below, beside, above].filter(
      (one) => one.top >= 0 && one.top + HEIGHT_PIXELS <= view.height && one.left >= 0 && one.left + WIDTH_PIXELS <= view.width);
    return { ...(fitting.find((one) => !covers(one)) ?? fitting[0] ?? below), direction: isRightToLeft ? 'rtl' : 'ltr' };
  }

  /** Draws the mark at its place. */
  function put({ position, place: { left, top, direction } }) {
    position.replaceSync(`:host { left: ${left}px !important; top: ${top}px !important; direction: ${direction} !important; }`);
  }

  /**
   * Moves the mark with its field after scrolling. Browsers scroll a newly focused field into view and report it a moment later, when the
   * mark is already shown. If the field is out of view, the mark is hidden.
   */
  function follow() {
    if (shown === null) return;
    const field = rectangleOf(shown.anchors);
    const across = field.left - shown.field.left;
    const down = field.top - shown.field.top;
    if (across === 0 && down === 0) return;
    const { left, top, direction } = shown.place;
    shown.field = field;
    shown.place = { left: left + across, top: top + down, direction };
    put(shown);
    const isInView = shown.place.top >= 0 && shown.place.top + HEIGHT_PIXELS <= innerHeight;
    const own = rectangle.call(shown.anchors[0]);
    // Inside a scrollable element, a field may be out of view although its place is in the window.
    const isInSight = tree.localNameAt(document, (own.left + own.right) / 2, (own.top + own.bottom) / 2) === 'input';
    if (!isInView || !isInSight) hide();
  }

  /** Returns the parent for the mark: inside an open dialog, because a modal one makes everything outside it inert, even the top layer. */
  function homeOf(anchor) {
    for (let node = anchor, count = 0; node && count < MOST_ANCESTORS; count += 1) {
      if (tree.localName(node) === 'dialog' && node.open) return node;
      node = tree.parentNode(node) ?? tree.host(node);
    }
    return tree.body(document) ?? tree.documentElement(document);
  }

  /**
   * @param {object} what
   * @param {HTMLElement[]} what.anchors the field, or the boxes of one split code
   * @param {() => void} what.onUse called when the user clicks the mark or chooses it by keyboard
   */
  function show({ anchors, onUse }) {
    hide();
    const words = readOut();
    if (words === null) return;
    const host = element('div');
    host.popover = 'manual';
    const shadow = host.attachShadow({ mode: 'closed' });
    const style = new CSSStyleSheet();
    const position = new CSSStyleSheet();
    style.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [style, position];
    const mark = element('div', 'mark');
    mark.setAttribute('role', 'button');
    mark.setAttribute('lang', words.language);
    mark.setAttribute('aria-label', words.label);
    const name = element('span');
    name.textContent = NAME;
    mark.append(icon(), name);
    mark.addEventListener('click', (event) => {
      if (event.isTrusted) onUse();
    });
    const spoken = element('span', 'spoken');
    spoken.setAttribute('role', 'status');
    spoken.setAttribute('lang', words.language);
    shadow.append(mark, spoken);
    // The field keeps the focus while the mark is clicked.
    host.addEventListener('mousedown', (event) => event.preventDefault());
    const field = rectangleOf(anchors);
    // The place is found before the mark is inserted, or the mark would be in its own way.
    shown = { host, position, anchors, field, place: place({ field, anchors }), mark, spoken, words, isChosen: false, onUse };
    put(shown);
    tree.append(homeOf(anchors[0]), host);
    try {
      showPopover.call(host);
    } catch {
      // The page removed the mark while it was inserted.
      return hide();
    }
    spoken.textContent = words.howTo;
  }

  function hide() {
    if (shown === null) return;
    shown.host.remove();
    shown = null;
  }

  /**
   * @param {KeyboardEvent} event a key on the field
   * @returns {boolean} whether the mark handled it
   */
  function takeKey(event) {
    if (shown === null || !event.isTrusted || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const { isChosen, mark, spoken, words, onUse } = shown;
    if (event.key === 'Escape') hide();
    else if (event.key === 'ArrowDown') {
      shown.isChosen = true;
      mark.className = 'mark chosen';
      spoken.textContent = words.chosen;
    } else if (event.key === 'ArrowUp' && isChosen) {
      shown.isChosen = false;
      mark.className = 'mark';
      spoken.textContent = words.howTo;
    } else if (event.key === 'Enter' && isChosen && !event.repeat) onUse();
    else return false;
    return true;
  }

  return Object.freeze({
    show,
    hide,
    follow,
    takeKey,
    /** Whether the mark is shown for this element. */
    isFor: (element) => shown !== null && shown.anchors.includes(element),
    isOpen: () => shown !== null,
  });
})();
