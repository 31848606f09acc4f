// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The list under a field. It names services and accounts, holds no secret, and releases nothing: a person's click
// on it only opens the extension's popup. Its closed shadow tree and own style keep the page's style out.

globalThis.PassfoldHint ??= (() => {
  const GAP_PIXELS = 4;
  const EDGE_PIXELS = 8;
  const SVG = 'http://www.w3.org/2000/svg';

  // Paths on a 16 by 16 grid.
  const ICONS = {
    'one-time-code': 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zm0 3V8l2.5 2',
    password: 'M4.5 11.5a3 3 0 1 1 2.6-4.5H14v2.5h-1.5V11H10V9H7.1a3 3 0 0 1-2.6 2.5zM4.5 8.5h.01',
    passkey: 'M6 7.5a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5zM1.5 14c0-3 2-4.5 4.5-4.5c.9 0 1.7.2 2.3.5M12 10.5a2 2 0 1 0-.01 0zm0 0V14.5m0-2h1.5',
    locked: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
    all: 'M2.5 4h11M2.5 8h11M2.5 12h7',
    warning: 'M8 2l6.5 12h-13zM8 6.5v3.5M8 12h.01',
  };

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
      width: max-content !important;
      max-width: min(380px, calc(100vw - ${2 * EDGE_PIXELS}px)) !important;
    }
    .list {
      --ink: #17181c; --soft: #5c6270; --ground: #fff; --line: #d5d8e0; --chosen: #e8effd; --accent: #1d4ed8;
      box-sizing: border-box;
      min-width: min(260px, calc(100vw - ${2 * EDGE_PIXELS}px));
      padding: 4px;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--ground);
      box-shadow: 0 6px 24px rgb(0 0 0 / 18%), 0 1px 3px rgb(0 0 0 / 12%);
      color: var(--ink);
      font: 14px/1.35 system-ui, sans-serif;
      text-align: start;
    }
    @media (prefers-color-scheme: dark) {
      .list { --ink: #eceef4; --soft: #a4abba; --ground: #22242b; --line: #40444f; --chosen: #2e3a58; --accent: #8fb4ff; }
    }
    .row {
      display: flex;
      align-items: center;
      gap: 10px;
      min-height: 40px;
      box-sizing: border-box;
      padding: 5px 10px;
      border-radius: 7px;
      cursor: pointer;
      user-select: none;
    }
    .row:hover, .row[aria-selected="true"] { background: var(--chosen); }
    .row svg { flex: none; width: 18px; height: 18px; stroke: var(--accent); }
    .words { min-width: 0; flex: 1; }
    .title, .subtitle { display: block; overflow-wrap: anywhere; }
    .subtitle { color: var(--soft); font-size: 12px; }
    .row.all { min-height: 34px; color: var(--accent); }
    .row.all:not(:first-child) { margin-block-start: 4px; }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media (forced-colors: active) { .row[aria-selected="true"] { outline: 2px solid Highlight; } }
  `;

  /** @type {any} */
  let shown = null;

  function icon(name) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('fill', 'none');
    svg.setAttribute('stroke-width', '1.4');
    svg.setAttribute('stroke-linecap', 'round');
    svg.setAttribute('stroke-linejoin', 'round');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', ICONS[name] ?? ICONS.all);
    svg.append(path);
    return svg;
  }

  function span(className, text) {
    const element = document.createElement('span');
    element.className = className;
    // A name in another direction keeps its own order, and the row keeps its side.
    const own = document.createElement('bdi');
    own.textContent = text;
    element.append(own);
    return element;
  }

  function drawRow(row, onPick) {
    const element = document.createElement('div');
    element.className = row.icon === 'all' ? 'row all' : 'row';
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', 'false');
    element.setAttribute('aria-label', row.subtitle ? `${row.title}, ${row.subtitle}` : row.title);
    const words = document.createElement('span');
    words.className = 'words';
    words.append(span('title', row.title));
    if (row.subtitle) words.append(span('subtitle', row.subtitle));
    element.append(icon(row.icon), words);
    element.addEventListener('click', (event) => {
      if (event.isTrusted) onPick(row.id);
    });
    return element;
  }

  /** The rectangle of the field, or of all boxes of a split code. */
  function rectangleOf(anchors) {
    const all = anchors.map((anchor) => anchor.getBoundingClientRect());
    return {
      left: Math.min(...all.map((one) => one.left)),
      right: Math.max(...all.map((one) => one.right)),
      top: Math.min(...all.map((one) => one.top)),
      bottom: Math.max(...all.map((one) => one.bottom)),
    };
  }

  function place({ host, position, anchors }) {
    const field = rectangleOf(anchors);
    const { width, height } = host.getBoundingClientRect();
    const view = { width: document.documentElement.clientWidth || innerWidth, height: innerHeight };
    const isRightToLeft = getComputedStyle(anchors[0]).direction === 'rtl';
    const wanted = isRightToLeft ? field.right - width : field.left;
    const left = Math.max(EDGE_PIXELS, Math.min(wanted, view.width - width - EDGE_PIXELS));
    const below = field.bottom + GAP_PIXELS;
    const above = field.top - GAP_PIXELS - height;
    const top = below + height > view.height && above >= 0 ? above : below;
    position.replaceSync(
      `:host { left: ${left}px !important; top: ${top}px !important; direction: ${isRightToLeft ? 'rtl' : 'ltr'} !important; }`,
    );
  }

  /** A modal dialog makes everything outside it inert, the top layer too: the hint goes inside. */
  function homeOf(anchor) {
    for (let node = anchor; node; node = node.parentNode ?? node.host) {
      if (node.localName === 'dialog' && node.open) return node;
    }
    return document.body ?? document.documentElement;
  }

  /**
   * @param {object} what
   * @param {HTMLElement[]} what.anchors the field, or the boxes of one split code
   * @param {{id: string, icon: string, title: string, subtitle: string}[]} what.rows
   * @param {string} what.label
   * @param {string} what.announcement read out by a screen reader
   * @param {(row: string) => void} what.onPick
   */
  function show({ anchors, rows, label, announcement, onPick }) {
    hide();
    if (rows.length === 0) return;
    const host = document.createElement('passfold-hint');
    host.popover = 'manual';
    const shadow = host.attachShadow({ mode: 'closed' });
    const style = new CSSStyleSheet();
    const position = new CSSStyleSheet();
    style.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [style, position];
    const list = document.createElement('div');
    list.className = 'list';
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', label);
    const options = rows.map((row) => drawRow(row, onPick));
    list.append(...options);
    const spoken = document.createElement('span');
    spoken.className = 'spoken';
    spoken.setAttribute('role', 'status');
    shadow.append(list, spoken);
    // The field keeps the focus while the list is clicked.
    host.addEventListener('mousedown', (event) => event.preventDefault());
    shown = { host, position, anchors, rows, options, spoken, selected: -1, onPick };
    homeOf(anchors[0]).append(host);
    host.showPopover();
    place(shown);
    spoken.textContent = announcement;
  }

  function hide() {
    if (shown === null) return;
    shown.host.remove();
    shown = null;
  }

  function select(index) {
    const { options, rows, spoken } = shown;
    shown.selected = (index + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === shown.selected));
    const { title, subtitle } = rows[shown.selected];
    spoken.textContent = subtitle ? `${title}, ${subtitle}` : title;
  }

  /**
   * @param {KeyboardEvent} event a key on the field
   * @returns {boolean} whether the hint took it
   */
  function takeKey(event) {
    if (shown === null || !event.isTrusted || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const { selected, rows, onPick } = shown;
    if (event.key === 'Escape') hide();
    else if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected < 0 ? -1 : selected - 1);
    else if (event.key === 'Enter' && selected >= 0) onPick(rows[selected].id);
    else return false;
    return true;
  }

  return Object.freeze({
    show,
    hide,
    takeKey,
    /** Whether the hint stands under one of these elements. */
    isFor: (element) => shown !== null && shown.anchors.includes(element),
    /** Whether a scroll of this node moves the field. */
    isMovedBy: (node) => shown !== null && (node === document || node.contains?.(shown.anchors[0]) === true),
    isOpen: () => shown !== null,
  });
})();
