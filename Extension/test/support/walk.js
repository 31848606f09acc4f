// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A worker with a fake browser around it, and the steps that tests take with it.

import { start } from '../../background/start.js';
import { FakeChrome, ManualTime, settle } from './fake-chrome.js';

export const ITEM = { token: 'token-1', kind: 'one-time-code', service: 'shop.example', account: 'anne', provider: 'Passfold' };

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
  /** A field gets the focus. */
  async focus(page, field = 'one-time-code', request = 1) {
    page.says({ type: 'focus', request, field });
    await settle();
  }
  /** The person uses the mark under the focused field, and the popup opens. */
  async use(page, field = 'one-time-code', request = 1) {
    page.says({ type: 'open', request, field });
    await settle();
    const popup = this.chrome.connectPopup();
    await settle();
    return popup;
  }
  /** The same, and the broker says what fits. */
  async offer(page, answer = {}, field = 'one-time-code') {
    await this.focus(page, field);
    const popup = await this.use(page, field);
    const asked = await this.answers('suggestions', { type: 'suggestions', items: [ITEM], locked: [], canList: true, ...answer });
    return { popup, asked };
  }
  /** The person does something on the screen that is shown. */
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
}
