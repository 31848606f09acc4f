// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A view of a provider or the broker: a list, a question or a message.

import { POPUP, resultCount } from '../../shared/texts.js';
import { element, icon } from '../elements.js';
import { drawList } from '../list.js';
import { aboutSite, cancelButton, detailList, heading, waitingFor } from './screen-parts.js';

/**
 * Returns the button for a passkey on a phone or a security key, which the browser handles.
 * @param {import('./screen-parts.js').Actions} actions
 */
function otherDeviceButton({ send }) {
  const words = element('bdi', {}, POPUP.otherDevice);
  return element('button', { id: 'other-device', type: 'button', onclick: () => send({ type: 'other-device' }) }, icon('passkey'), words);
}

/**
 * Returns the buttons that refuse.
 * @param {boolean | undefined} canRefuseSite whether the user may refuse all later passwords of the site
 * @param {import('./screen-parts.js').Actions} actions
 */
function noes(canRefuseSite, actions) {
  if (!canRefuseSite) return [cancelButton(actions)];
  const never = element('button', { id: 'never', type: 'button', onclick: () => actions.send({ type: 'never' }) }, POPUP.neverHere);
  return [never, cancelButton(actions, POPUP.notNow)];
}

/**
 * @param {{view: import('../../shared/messages.js').View, site: string, hasOtherDevices?: boolean, canRefuseSite?: boolean}} screen
 * @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawView({ view, site, hasOtherDevices, canRefuseSite }, actions) {
  const { send, announce } = actions;
  const about = aboutSite(site, view.source);
  const words = `${site} ${view.message ?? ''}`;
  if (view.kind === 'list' || view.kind === 'choice') {
    const list = drawList(view, {
      choose: (row) => send({ type: 'choose', row }),
      announceCount: (shown, total) => announce(resultCount(shown, total)),
    });
    /** @type {HTMLElement[]} */
    const parts = [heading(view.title, about, ...list.top)];
    if (view.message) parts.push(element('p', { dir: 'auto' }, view.message));
    if (view.details.length > 0) parts.push(detailList(view.details));
    parts.push(list.rows);
    if (hasOtherDevices) parts.push(element('div', { className: 'rows' }, otherDeviceButton(actions)));
    parts.push(element('footer', {}, ...noes(canRefuseSite, actions)));
    return { parts, words };
  }
  const text = element('div', { className: 'text' });
  if (view.message) {
    text.append(view.busy ? waitingFor(view.message) : element('p', { dir: 'auto' }, view.message));
  } else if (view.busy) text.append(waitingFor(POPUP.waiting));
  if (view.details.length > 0) text.append(detailList(view.details));
  if (hasOtherDevices && view.kind === 'confirmation') text.append(element('div', { className: 'rows' }, otherDeviceButton(actions)));
  if (view.kind !== 'confirmation') {
    const out = cancelButton(actions, view.busy ? POPUP.cancel : POPUP.close);
    return { parts: [heading(view.title, about), text, element('footer', {}, out)], words };
  }
  const outs = noes(canRefuseSite, actions);
  const footer = element('footer', {}, ...outs);
  // If continuing may do harm, cancelling is the highlighted choice and what Enter does.
  if (view.destructive) outs[outs.length - 1].className = 'main';
  const className = view.destructive ? 'destructive' : 'main';
  const confirm = () => send({ type: 'confirm' });
  footer.append(element('button', { id: 'confirm', type: 'button', className, onclick: confirm }, view.confirmLabel || POPUP.confirm));
  return { parts: [heading(view.title, about), text, footer], words };
}
