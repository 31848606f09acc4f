// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A passkey that was created without a question, and a button to undo it.

import { AROUND } from '../../shared/around-texts.js';
import { element } from '../elements.js';
import { heading } from './screen-parts.js';

/**
 * @param {{title: string, happened: string, keeps: string, site: string}} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawMadePasskey({ title, happened, keeps }, { send }) {
  const text = element(
    'div', { className: 'text' }, element('p', { dir: 'auto' }, happened), element('p', { dir: 'auto' }, keeps),
  );
  const footer = element(
    'footer', {},
    element('button', { id: 'undo', type: 'button', onclick: () => send({ type: 'undo' }) }, AROUND.undo),
    element('button', { id: 'confirm', type: 'button', className: 'main', onclick: () => send({ type: 'confirm' }) }, AROUND.keep),
  );
  return { parts: [heading(title, []), text, footer], words: `${happened} ${keeps}` };
}
