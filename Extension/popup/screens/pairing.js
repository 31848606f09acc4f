// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The digits that the user compares with those of Passfold's prompt.

import { POPUP } from '../../shared/texts.js';
import { element } from '../elements.js';
import { cancelButton, heading, waitingFor } from './screen-parts.js';

/** @param {string} digits six digits */
function pairingText(digits) {
  return element(
    'div',
    { className: 'text' },
    element('p', { dir: 'auto' }, POPUP.compare),
    element('p', { className: 'code digits' }, `${digits.slice(0, 3)} ${digits.slice(3)}`),
    element('p', { dir: 'auto' }, POPUP.differ),
  );
}

/**
 * @param {{digits: string | null}} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawPairing({ digits }, actions) {
  const text = digits === null ? waitingFor(POPUP.connectWaiting) : pairingText(digits);
  return {
    parts: [heading(POPUP.connect, []), text, element('footer', {}, cancelButton(actions))],
    words: digits === null ? POPUP.connectWaiting : `${POPUP.compare} ${[...digits].join(' ')}. ${POPUP.differ}`,
  };
}
