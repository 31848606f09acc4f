// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The parts that several screens have in common.

import { POPUP, aboutPieces } from '../../shared/texts.js';
import { element, siteParts } from '../elements.js';

/**
 * @typedef {object} Actions the functions available to a screen
 * @property {(message: object) => void} send tells the worker what the user did
 * @property {(words: string) => void} announce makes a screen reader say something
 */

/**
 * @typedef {object} Drawn
 * @property {(Node | string)[]} parts
 * @property {string} words the text that a screen reader says after the heading
 * @property {HTMLElement | null} [focus] the element that has the focus first, if not the heading
 * @property {(next: any) => boolean} [refresh] shows newer contents of the same screen; false if the screen must be drawn again
 * @property {() => boolean} [escape] handles Escape; false if Escape cancels
 * @property {(row: HTMLElement) => {record: string | undefined, what: string | null}} [copied] what Ctrl+C copies on a row or an entry's page
 * @property {() => void} [gone] called when another screen takes its place
 */

/** @param {string} title @param {(Node | string)[]} about @param {...Node} more elements that stay in view with the heading */
export function heading(title, about, ...more) {
  const text = element('div', {}, element('h1', { tabIndex: -1, dir: 'auto' }, title));
  if (about.length > 0) text.append(element('p', { className: 'about', dir: 'auto' }, ...about));
  const header = element('header', {}, element('img', { src: '../icons/passfold-48.png', alt: '' }), text);
  return element('div', { className: 'top' }, header, ...more);
}

/** @param {string} site @param {string} [source] */
export function aboutSite(site, source) {
  /** @type {HTMLElement[]} */
  const names = [];
  if (site) names.push(element('b', { dir: 'ltr' }, ...siteParts(site)));
  if (source) names.push(element('bdi', {}, source));
  return aboutPieces(Boolean(site), Boolean(source)).map((piece) => (typeof piece === 'number' ? names[piece] : piece));
}

/** @param {Actions} actions @param {string} [label] */
export function cancelButton({ send }, label = POPUP.cancel) {
  return element('button', { id: 'cancel', type: 'button', onclick: () => send({ type: 'cancel' }) }, label);
}

/** @param {{label: string, value: string}[]} details */
export function detailList(details) {
  const pairs = details.flatMap(({ label, value }) => [
    element('dt', { dir: 'auto' }, label),
    element('dd', { dir: 'auto' }, value),
  ]);
  return element('dl', {}, ...pairs);
}

/** @param {string} words */
export function waitingFor(words) {
  const spinner = element('span', { className: 'spinner', ariaHidden: 'true' });
  return element('div', { className: 'busy' }, spinner, element('p', { dir: 'auto' }, words));
}
