// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What went wrong, what was not lost, and what to do next.

import { POPUP } from '../../shared/texts.js';
import { element } from '../elements.js';
import { aboutSite, cancelButton, heading } from './screen-parts.js';

/**
 * @param {{problem: import('../../shared/problems.js').Problem, site: string}} screen
 * @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawProblem({ problem, site }, actions) {
  const { send } = actions;
  const text = element(
    'div',
    { className: 'text' },
    element('p', { dir: 'auto' }, problem.happened),
    element('p', { dir: 'auto' }, problem.kept),
    element('p', { dir: 'auto' }, problem.next),
  );
  if (problem.command) text.append(element('code', { className: 'command' }, problem.command));
  // A separate page examines problems of the connection more closely.
  if (problem.retry || problem.connect) {
    text.append(element('a', { id: 'health', href: '../health/health.html', target: '_blank', dir: 'auto' }, POPUP.health));
  }
  const footer = element('footer', {}, cancelButton(actions, POPUP.close));
  if (problem.retry) {
    const again = () => send({ type: 'try-again' });
    footer.append(element('button', { id: 'try-again', type: 'button', className: 'main', onclick: again }, POPUP.tryAgain));
  }
  if (problem.connect) {
    const connectBrowser = () => send({ type: 'connect' });
    footer.append(element('button', { id: 'connect', type: 'button', className: 'main', onclick: connectBrowser }, POPUP.connect));
  }
  return {
    parts: [heading(problem.title, aboutSite(site)), text, footer],
    words: `${problem.happened} ${problem.kept} ${problem.next} ${problem.command ?? ''}`,
  };
}
