// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// One entry: its services, its user name, its secret if the user asks for it, and its actions.

import { HOME, opensService } from '../../shared/home-texts.js';
import { kindName } from '../../shared/texts.js';
import { element, icon, rowWords } from '../elements.js';
import { button, copiedOf, does, liveCode, pageTop, saidNote, tellTime } from '../home-parts.js';
import { commandNote, filesPart, line, partLine, valueLine } from './entry-parts.js';
import { detailList } from './screen-parts.js';

/** @typedef {import('./screen-parts.js').Actions} Actions */

const TICK_MILLISECONDS = 500;

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
 * Returns buttons for the other credentials of the account, each of which opens its page.
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

  const copy = (/** @type {string} */ what, /** @type {string} */ label) =>
    button('', does(actions, 'copy', { what }), { id: `copy-${what}`, className: 'quiet', releases: true, label, icon: 'copy' });
  const head = element('div', { className: 'entry-head' }, icon(entry.kind), element('span', { className: 'about', dir: 'auto' },
    [kindName(entry.kind), entry.favourite ? HOME.favourite : '', entry.pending ? HOME.pending : ''].filter(Boolean).join(' · ')));
  const said = saidNote(screen.said, actions);
  const lines = element('div', { className: 'lines' });

  // The values of a card or identity include the name.
  if (entry.user !== '' && !screen.isPlain) lines.append(line(HOME.user, element('bdi', { id: 'user' }, entry.user), copy('user', HOME.copyUser)));

  const parts = screen.parts.map((/** @type {any} */ part, /** @type {number} */ place) => partLine(part, place, actions));
  /** @type {(kind: (what: string) => boolean) => void} */
  const addParts = (isWanted) => {
    for (const [place, { what }] of screen.parts.entries()) if (isWanted(what)) lines.append(parts[place].line);
  };
  function hide() {
    if (!parts.some((/** @type {any} */ part) => part.isRevealed)) return;
    for (const part of parts) if (part.isRevealed) part.show(null);
    does(actions, 'hide')();
  }
  const isOwn = (/** @type {string} */ what) => what === 'password' || what === 'secret';
  addParts(isOwn);
  for (const [place, value] of screen.values.entries()) lines.append(valueLine(value, place, actions));

  const live = liveCode();
  const next = button(HOME.nextCode, does(actions, 'next-code'), { id: 'next-code', className: 'small', releases: true });
  if (entry.kind === 'one-time-code' && code !== null) {
    lines.append(line(HOME.code, live, ...(code.onRequest ? [next] : []), copy('code', HOME.copyCode)));
  }
  if (entry.services.length > 0) lines.append(servicesPart(screen, actions));
  if (entry.tags.length > 0) lines.append(line(HOME.tags, element('bdi', { id: 'tags' }, entry.tags.join(', '))));
  addParts((what) => !isOwn(what));
  if (screen.files.length > 0) lines.append(filesPart(screen.files));
  /** @type {HTMLElement[]} */
  const blocks = [pageTop(entry.title, actions), said, head, lines];
  if (screen.files.length > 0) blocks.push(commandNote(HOME.filesNext, screen.command, actions));
  else if (screen.isPlain) blocks.push(commandNote(HOME.plainNext, screen.command, actions));
  if (screen.others.length > 0) blocks.push(othersPart(screen, actions));
  if (entry.kind === 'passkey') blocks.push(element('p', { className: 'note', dir: 'auto' }, HOME.passkey));
  if (entry.pending) blocks.push(button(HOME.accept, does(actions, 'accept'), { id: 'accept', className: 'small', releases: true }));
  if (screen.details.length > 0) blocks.push(detailList(screen.details));
  if (!screen.isPlain) blocks.push(element('footer', { className: 'tools' },
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
    parts: blocks,
    words: `${kindName(entry.kind)} ${entry.user} ${screen.said?.text ?? ''}`,
    refresh(newer) {
      if (newer.entry.record !== entry.record) return false;
      code = newer.code;
      isAsking = false;
      if (code !== null) tellTime(live, code);
      for (const [place, { text }] of newer.parts.entries()) parts[place].show(text);
      said.hidden = !newer.said;
      /** @type {HTMLElement} */ (said.querySelector('p')).textContent = newer.said?.text ?? '';
      if (newer.said) announce(newer.said.text);
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
    copied: () => ({ record: entry.record, what: copiedOf(entry.kind) }),
    gone() {
      clearInterval(ticking);
      removeEventListener('blur', hide);
      // Removes revealed secrets from the elements.
      for (const part of parts) part.clear();
      live.remove();
    },
  };
}
