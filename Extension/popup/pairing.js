// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The digits that a person compares with those of Passfold's prompt.

import { POPUP } from '../shared/texts.js';
import { element } from './elements.js';

/** @param {string} digits six of them */
export function pairingText(digits) {
  return element(
    'div',
    { className: 'text' },
    element('p', { dir: 'auto' }, POPUP.compare),
    element('p', { className: 'code digits' }, `${digits.slice(0, 3)} ${digits.slice(3)}`),
    element('p', { dir: 'auto' }, POPUP.differ),
  );
}
