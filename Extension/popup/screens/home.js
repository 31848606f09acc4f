// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The home: what fits the page, then all entries of the vault, searched while the user types.

import { HOME, closedVault, entryCount, sectionName } from '../../shared/home-texts.js';
import { POPUP, kindName } from '../../shared/texts.js';
import { element, icon, rowWords, siteParts } from '../elements.js';
import { button, copiedOf, does, liveCode, saidNote, tellTime } from '../home-parts.js';

/** @typedef {import('./screen-parts.js').Actions} Actions */

const SEARCH_AFTER_MILLISECONDS = 80;
/** The distance from the end of the list at which the next rows are requested. */
const AHEAD_PIXELS = 600;
const TICK_MILLISECONDS = 500;

/** @param {any} row @param {Actions} actions */
function fitButton(row, actions) {
  const words = rowWords(row.title, [row.subtitle, row.kindName, row.showsSource ? row.source : '']);
  const made = element('button', { type: 'button', onclick: does(actions, 'pick', { row: row.id }) }, icon(row.icon), words,
    element('span', { className: 'does' }, row.action));
  made.dataset.row = row.id;
  made.dataset.releases = '';
  return made;
}

/** @param {any} row @param {Actions} actions */
function entryButton(row, actions) {
  const service = row.service.replace(/^https:\/\//, '').replace(/\/$/, '');
  const notes = [row.user, service === row.title ? '' : service, ...row.about, row.pending ? HOME.pending : '', row.onRequest ? HOME.onRequest : ''];
  const made = element('button', { type: 'button', onclick: does(actions, 'open', { record: row.record }) }, icon(row.kind), rowWords(row.title, notes));
  // The kind, in words for screen readers; the icon shows it to others.
  made.append(element('span', { className: 'spoken' }, [row.kind, ...row.others].map(kindName).join(', ')));
  if (row.others.length > 0) made.append(element('span', { className: 'others', ariaHidden: 'true' }, ...row.others.map((/** @type {string} */ kind) => icon(kind))));
  made.dataset.row = row.record;
  made.dataset.kind = row.kind;
  if (row.code !== null) made.append(liveCode());
  return made;
}

/** @param {string} state @param {Actions} actions */
function closedPart(state, actions) {
  const { title, next, command } = closedVault(state);
  const part = element('section', { className: 'closed' }, icon('locked'), element('h2', { dir: 'auto' }, title), element('p', { dir: 'auto' }, next));
  if (command !== null) part.append(element('code', { className: 'command' }, command));
  if (state === 'locked') part.append(button(HOME.unlock, does(actions, 'unlock'), { id: 'unlock', className: 'main', releases: true }));
  return part;
}

/** @param {any} screen @param {Actions} actions */
function footer(screen, actions) {
  const made = element('footer', { className: 'tools' });
  made.hidden = screen.vault !== 'unlocked';
  made.append(
    button(HOME.add, does(actions, 'add', { what: 'login' }), { id: 'add', icon: 'new-passkey' }),
    button(HOME.generate, does(actions, 'generator'), { id: 'generator', icon: 'password' }),
  );
  return made;
}

/** @param {any} screen @param {Actions} actions */
function bar(screen, actions) {
  const settings = button('', does(actions, 'settings'), { id: 'settings', className: 'quiet', label: HOME.settings, icon: 'settings' });
  const lock = button('', does(actions, 'lock'), { id: 'lock', className: 'quiet', label: HOME.lock, icon: 'locked' });
  return element('div', { className: 'bar' }, element('img', { src: '../icons/passfold-32.png', alt: '' }),
    element('h1', { tabIndex: -1, dir: 'auto' }, POPUP.home), element('span', { className: 'about', dir: 'ltr' }, ...siteParts(screen.site)),
    settings, ...(screen.vault === 'unlocked' ? [lock] : []));
}

/**
 * @param {any} screen @param {Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawHome(screen, actions) {
  const { send, announce } = actions;
  const isOpen = screen.vault === 'unlocked';
  let { section } = screen;
  /** @type {any[]} */
  let rows = [];
  let total = 0;
  /** @type {Map<string, HTMLButtonElement>} */
  let drawn = new Map();
  let isAsking = false;
  let goesOn = false;
  /** @type {any} */
  let searching = null;

  const search = element('input', {
    id: 'search', type: 'search', placeholder: HOME.search, ariaLabel: HOME.search, value: screen.query, autocomplete: 'off', spellcheck: false,
  });
  const tabs = screen.sections.map((/** @type {string} */ name) => {
    const tab = button(sectionName(name), () => choose(name), { className: 'tab' });
    tab.dataset.section = name;
    return tab;
  });
  const top = element('div', { className: 'top' }, bar(screen, actions));
  const said = saidNote(screen.said, actions);
  const fits = element('section', { className: 'fits' });
  const list = element('div', { className: 'rows', role: 'group', ariaLabel: sectionName(section) });
  const further = button(HOME.more, () => more(true), { id: 'more', className: 'small' });
  const keys = element('p', { className: 'keys', dir: 'auto' }, HOME.keys);
  if (isOpen) top.append(search, element('div', { className: 'tabs', role: 'group', ariaLabel: HOME.sections }, ...tabs));

  /** @param {string} name */
  function choose(name) {
    section = name;
    mark();
    find();
  }

  function mark() {
    for (const tab of tabs) tab.ariaPressed = String(tab.dataset.section === section);
    list.ariaLabel = sectionName(section);
  }

  function find() {
    clearTimeout(searching);
    searching = null;
    isAsking = true;
    send({ type: 'home', act: 'find', query: search.value, section });
  }

  /** @param {any} next */
  function drawFits(next) {
    fits.replaceChildren();
    if (next.fits.length > 0) {
      fits.append(element('h2', {}, HOME.fits), element('div', { className: 'rows' }, ...next.fits.map((/** @type {any} */ row) => fitButton(row, actions))));
    }
    fits.hidden = next.fits.length === 0;
  }

  function drawNothing() {
    if (search.value !== '') return element('p', { className: 'note', dir: 'auto' }, HOME.noMatch);
    if (section !== 'all') return element('p', { className: 'note', dir: 'auto' }, HOME.noneOfKind);
    return element('section', { className: 'closed' }, icon('password'), element('h2', { dir: 'auto' }, HOME.empty), element('p', { dir: 'auto' }, HOME.emptyNext));
  }

  /**
   * Takes the rows that have arrived. Rows of an outdated search are dropped.
   * @param {any} next
   */
  function take(next) {
    if (next.offset === null || next.query !== search.value || next.section !== section) return false;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.row;
    const isMore = next.offset > 0 && next.offset === rows.length;
    if (next.offset > 0 && !isMore) return false;
    if (!isMore) {
      rows = [];
      drawn = new Map();
      list.replaceChildren();
    }
    total = next.total;
    for (const row of next.rows) {
      const made = entryButton(row, actions);
      drawn.set(row.record, made);
      list.append(made);
    }
    rows = [...rows, ...next.rows];
    if (isOpen && total === 0) list.append(drawNothing());
    keys.hidden = total === 0;
    further.hidden = rows.length >= total;
    if (!isMore && focused !== undefined) drawn.get(focused)?.focus();
    // After the button for more, the first new row gets the focus.
    if (isMore && goesOn) drawn.get(next.rows[0]?.record)?.focus();
    goesOn = false;
    isAsking = false;
    tick();
    return !isMore;
  }

  /** @param {boolean} isWanted whether the user asked for more rows, wherever they are in the list */
  function more(isWanted) {
    if (isWanted) goesOn = true;
    if (isAsking || rows.length >= total) return;
    if (!isWanted && list.getBoundingClientRect().bottom > innerHeight + AHEAD_PIXELS) return;
    isAsking = true;
    send({ type: 'home', act: 'more', offset: rows.length, after: rows[rows.length - 1].record });
  }

  /** Announces the number of entries once for each search, because codes are renewed by themselves. */
  function tellCount() {
    const words = `${search.value}\n${section}\n${total}`;
    if (words !== told) announce(entryCount(total));
    told = words;
  }

  function tick() {
    let hasRunOut = false;
    for (const row of rows) {
      const live = row.code === null ? null : drawn.get(row.record)?.querySelector('.live');
      if (live && tellTime(live, { text: row.code, validUntil: row.validUntil, period: row.period })) hasRunOut = true;
    }
    if (hasRunOut && !isAsking) {
      isAsking = true;
      send({ type: 'home', act: 'fresh-codes' });
    }
  }

  search.addEventListener('input', () => {
    clearTimeout(searching);
    searching = setTimeout(find, SEARCH_AFTER_MILLISECONDS);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.repeat || event.isComposing || search.value.trim() === '') return;
    // Enter opens the first visible row, but only once the rows match the search.
    if (searching === null && !isAsking && rows.length > 0) does(actions, 'open', { record: rows[0].record })();
  });
  const ticking = setInterval(tick, TICK_MILLISECONDS);
  const onScroll = () => more(false);
  addEventListener('scroll', onScroll, { passive: true });
  mark();
  drawFits(screen);
  take(screen);
  let told = `${search.value}\n${section}\n${total}`;

  const body = isOpen ? [said, fits, list, further, keys] : [said, fits, closedPart(screen.vault, actions)];
  return {
    parts: [top, ...body, footer(screen, actions)],
    words: isOpen ? `${screen.site} ${screen.said?.text ?? ''} ${entryCount(total)}` : closedVault(screen.vault).title,
    focus: isOpen ? search : null,
    refresh(next) {
      if ((next.vault === 'unlocked') !== isOpen) return false;
      said.hidden = !next.said;
      /** @type {HTMLElement} */ (said.querySelector('p')).textContent = next.said?.text ?? '';
      if (next.said) announce(next.said.text);
      if (!next.said?.undo) said.querySelector('#undo')?.remove();
      if (next.offset === 0) drawFits(next);
      if (take(next)) tellCount();
      return true;
    },
    escape() {
      if (search.value === '') return false;
      search.value = '';
      search.focus();
      find();
      return true;
    },
    copied: (row) => ({ record: row.dataset.row, what: copiedOf(row.dataset.kind) }),
    gone() {
      clearInterval(ticking);
      clearTimeout(searching);
      removeEventListener('scroll', onScroll);
    },
  };
}
