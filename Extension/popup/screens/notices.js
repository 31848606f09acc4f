// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Screens that only inform: that something takes a while, and what was done.

import { POPUP } from '../../shared/texts.js';
import { element } from '../elements.js';
import { aboutSite, cancelButton, heading, waitingFor } from './screen-parts.js';

/**
 * @param {{title: string, site: string}} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawWaiting({ title, site }, actions) {
  const footer = element('footer', {}, cancelButton(actions));
  return { parts: [heading(POPUP.home, aboutSite(site)), waitingFor(title), footer], words: title };
}

/**
 * @param {{title: string, message: string, site: string}} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawDone({ title, message, site }, actions) {
  const footer = element('footer', {}, cancelButton(actions, POPUP.close));
  return { parts: [heading(title, aboutSite(site)), element('p', { dir: 'auto' }, message), footer], words: message };
}
