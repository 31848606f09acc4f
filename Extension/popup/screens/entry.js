// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// One entry: its services, its user name, its secret where the person asks for it, and what can be done with it.

import { HOME, opensService } from '../../shared/home-texts.js';
import { kindName } from '../../shared/texts.js';
import { element, icon, rowWords } from '../elements.js';
import { button, does, liveCode, pageTop, saidNote, tellTime } from '../home-parts.js';
import { detailList } from './screen-parts.js';

/** @typedef {import('./screen-parts.js').Actions} Actions */

const TICK_MILLISECONDS = 500;

/** @param {string} label @param {Node} value @param {...Node} buttons */
function line(label, value, ...buttons) {
  return element('div', { className: 'line' }, element('span', { className: 'words' },
    element('span', { className: 'subtitle', dir: 'auto' }, label), element('span', { className: 'value' }, value)), ...buttons);
}

/** @param {any} screen @param {Actions} actions */
function servicesPart({ services }, actions) {
  const links = services.map((/** @type {any} */ { name, opens }, /** @type {number} */ index) => {
    const text = name.replace(/^https:\/\//, '').replace(/\/$/, '');
    if (!opens) return element('span', { dir: 'ltr' }, text);
    return element('button', { type: 'button', className: 'link', dir: 'ltr', onclick: does(actions, 'visit', { service: index }), ariaLabel: opensService(text) }, text);
  });
  return line(HOME.service, element('span', { className: 'links' }, ...links));
}

/**
 * The other credentials of the account, each a way to its page.
 * @param {any} screen @param {Actions} actions
 */
function othersPart({ others }, actions) {
  return element('div', { className: 'rows others', role: 'group', ariaLabel: HOME.sameAccount }, ...others.map((/** @type {any} */ other) => {
    const made = element('button', { type: 'button', onclick: does(actions, 'open', { record: other.record }) }, icon(other.kind),
      rowWords(kindName(other.kind), [other.title, other.pending ? HOME.pending : '']));
    made.dataset.row = other.record;
    return made;
  }));
}

/**
 * @param {any} screen @param {Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawEntry(screen, actions) {
  const { announce } = actions;
  const { entry } = screen;
  let { code } = screen;
  let isAsking = false;
  let isRevealed = false;

  const copy = (/** @type {string} */ what, /** @type {string} */ label) =>
    button('', does(actions, 'copy', { what }), { id: `copy-${what}`, className: 'quiet', releases: true, label, icon: 'copy' });
  const head = element('div', { className: 'entry-head' }, icon(entry.kind), element('span', { className: 'about', dir: 'auto' },
    [kindName(entry.kind), entry.favourite ? HOME.favourite : '', entry.pending ? HOME.pending : ''].filter(Boolean).join(' · ')));
  const said = saidNote(screen.said, actions);
  const lines = element('div', { className: 'lines' });

  if (entry.user !== '') lines.append(line(HOME.user, element('bdi', { id: 'user' }, entry.user), copy('user', HOME.copyUser)));

  const secret = element('span', { id: 'secret', className: 'secret', dir: 'ltr' });
  const reveal = button('', () => does(actions, isRevealed ? 'hide' : 'reveal')(), { id: 'reveal', className: 'quiet', releases: true });
  /** @param {string | null} text */
  function showSecret(text) {
    isRevealed = text !== null;
    secret.textContent = text ?? '••••••••••';
    secret.ariaLabel = text === null ? HOME.hidden : null;
    reveal.replaceChildren(icon(isRevealed ? 'hide' : 'reveal'));
    reveal.ariaLabel = isRevealed ? HOME.hide : HOME.reveal;
    reveal.title = reveal.ariaLabel;
    reveal.ariaPressed = String(isRevealed);
  }
  function hide() {
    if (!isRevealed) return;
    showSecret(null);
    does(actions, 'hide')();
  }
  if (entry.kind === 'password') {
    showSecret(screen.revealed);
    lines.append(line(HOME.password, secret, reveal, copy('password', HOME.copyPassword)));
  }

  const live = liveCode();
  const next = button(HOME.nextCode, does(actions, 'next-code'), { id: 'next-code', className: 'small', releases: true });
  if (entry.kind === 'one-time-code' && code !== null) {
    lines.append(line(HOME.code, live, ...(code.onRequest ? [next] : []), copy('code', HOME.copyCode)));
  }
  if (entry.services.length > 0) lines.append(servicesPart(screen, actions));
  if (entry.tags.length > 0) lines.append(line(HOME.tags, element('bdi', { id: 'tags' }, entry.tags.join(', '))));
  /** @type {HTMLElement[]} */
  const parts = [pageTop(entry.title, actions), said, head, lines];
  if (screen.others.length > 0) parts.push(othersPart(screen, actions));
  if (entry.kind === 'passkey') parts.push(element('p', { className: 'note', dir: 'auto' }, HOME.passkey));
  if (entry.pending) parts.push(button(HOME.accept, does(actions, 'accept'), { id: 'accept', className: 'small', releases: true }));
  if (screen.details.length > 0) parts.push(detailList(screen.details));
  parts.push(element('footer', { className: 'tools' },
    button(HOME.edit, does(actions, 'edit'), { id: 'edit' }),
    button(HOME.remove, does(actions, 'remove'), { id: 'remove', className: 'destructive end', releases: true })));

  function tick() {
    if (code === null || code.onRequest) return;
    if (tellTime(live, code) && !isAsking) {
      isAsking = true;
      does(actions, 'fresh-codes')();
    }
  }
  const ticking = setInterval(tick, TICK_MILLISECONDS);
  addEventListener('blur', hide);
  if (code !== null) tellTime(live, code);

  return {
    parts,
    words: `${kindName(entry.kind)} ${entry.user} ${screen.said?.text ?? ''}`,
    refresh(newer) {
      if (newer.entry.record !== entry.record) return false;
      code = newer.code;
      isAsking = false;
      if (code !== null) tellTime(live, code);
      if (entry.kind === 'password') showSecret(newer.revealed);
      said.hidden = !newer.said;
      /** @type {HTMLElement} */ (said.querySelector('p')).textContent = newer.said?.text ?? '';
      if (newer.said) announce(newer.said.text);
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
    copied: () => ({ record: entry.record, what: entry.kind === 'password' ? 'password' : entry.kind === 'one-time-code' ? 'code' : null }),
    gone() {
      clearInterval(ticking);
      removeEventListener('blur', hide);
      // What was revealed is in no element any more.
      secret.textContent = '';
      live.remove();
    },
  };
}
