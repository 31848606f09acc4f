// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A worker in a fake browser, and the steps that tests take with it.

import { start } from '../../background/start.js';
import { FakeChrome, ManualTime, settle } from './fake-chrome.js';

export const ITEM = { token: 'token-1', kind: 'one-time-code', service: 'shop.example', account: 'anne', provider: 'Passfold' };

export const ENTRY = { record: 'r1', kind: 'password', title: 'Shop', services: ['shop.example'], user: 'anne' };

export class Walk {
  constructor(change = () => {}) {
    this.chrome = new FakeChrome();
    this.time = new ManualTime();
    change(this.chrome);
    start(this.chrome, this.time.surroundings());
    if (!this.chrome.hostIsMissing) this.host.says({ type: 'welcome', protocol: 1 });
  }
  get host() {
    return this.chrome.host;
  }
  /** Focuses a field. */
  async focus(page, field = 'one-time-code', request = 1) {
    page.says({ type: 'focus', request, field });
    await settle();
  }
  /** Uses the mark under the focused field, which opens the popup. */
  async use(page, field = 'one-time-code', request = 1) {
    page.says({ type: 'open', request, field });
    await settle();
    const popup = this.chrome.connectPopup();
    await settle();
    return popup;
  }
  /** Does the same, and has the broker answer with suggestions. */
  async offer(page, answer = {}, field = 'one-time-code') {
    await this.focus(page, field);
    const popup = await this.use(page, field);
    const asked = await this.answers('suggestions', { type: 'suggestions', items: [ITEM], locked: [], canList: true, ...answer });
    return { popup, asked };
  }
  /** Sends an action of the user on the current screen. */
  async does(popup, message) {
    popup.says({ ...message, screen: popup.last('show').number });
    await settle();
  }
  async answers(type, message) {
    const asked = this.host.last(type);
    this.host.says({ id: asked.id, ...message });
    await settle();
    return asked;
  }
  /** Opens the popup by its button, with the vault in a given state. */
  async openHome({ state = 'unlocked', entries = [ENTRY], items = [], counts = {} } = {}) {
    const popup = this.chrome.connectPopup();
    await settle();
    for (const asked of this.host.sent.filter(({ type, isAnswered }) => type === 'suggestions' && !isAnswered)) {
      asked.isAnswered = true;
      const fitting = items.filter(({ kind }) => (kind === 'one-time-code') === (asked.field === 'one-time-code'));
      this.host.says({ type: 'suggestions', id: asked.id, items: fitting, locked: [], canList: true });
    }
    await this.vaultSays('status', { type: 'status', state, counts });
    if (state === 'unlocked') await this.vaultSays('list', { type: 'entries', entries, total: entries.length });
    return popup;
  }
  /** Has the vault answer the latest request of this type. */
  async vaultSays(type, answer, secret) {
    const asked = this.host.sent.filter((message) => message.type === 'manage' && message.request.type === type).at(-1);
    this.host.says({ type: 'managed', id: asked.id, answer, ...(secret === undefined ? {} : { secret }) });
    await settle();
    return asked;
  }
  /** Sends an action of the user on a page of the home. */
  act(popup, act, members = {}) {
    return this.does(popup, { type: 'home', act, ...members });
  }
}
