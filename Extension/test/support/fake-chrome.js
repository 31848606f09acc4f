// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A browser's extension functions, the native host and time, all in the hand of a test.

import './catalogues.js';

/** Lets everything that is ready run. */
export async function settle() {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

class Event {
  listeners = [];
  addListener(listener) {
    this.listeners.push(listener);
  }
  emit(...values) {
    for (const listener of [...this.listeners]) listener(...values);
  }
}

/** One end of a port; the test plays the other end: `sent` is what arrived there. */
export class FakePort {
  sent = [];
  closed = false;
  onMessage = new Event();
  onDisconnect = new Event();

  constructor(name, sender) {
    this.name = name;
    this.sender = sender;
  }
  postMessage(message) {
    if (this.closed) throw new Error('port is closed');
    this.sent.push(structuredClone(message));
  }
  disconnect() {
    this.closed = true;
  }
  /** The other end says something. */
  says(message) {
    this.onMessage.emit(message);
  }
  /** The other end goes away. */
  leaves() {
    this.closed = true;
    this.onDisconnect.emit(this);
  }
  last(type) {
    return this.sent.filter((message) => message.type === type).at(-1);
  }
}

export class ManualTime {
  now = 1_763_690_400_000;
  timers = [];
  surroundings() {
    return {
      setTimer: (action, milliseconds) => {
        const timer = { action, at: this.now + milliseconds };
        this.timers.push(timer);
        return timer;
      },
      clearTimer: (timer) => {
        this.timers = this.timers.filter((one) => one !== timer);
      },
      random: () => 1,
      now: () => this.now,
    };
  }
  async advance(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== due);
      this.now = due.at;
      due.action();
      await settle();
    }
    this.now = end;
    await settle();
  }
}

export class FakeChrome {
  hosts = [];
  hostIsMissing = false;
  popupsOpened = 0;
  windowsCreated = 0;
  popupIsRefused = false;
  activeTab = 7;
  frames = [{ frameId: 0, parentFrameId: -1, url: 'https://login.shop.example/', documentId: 'document-0' }];

  runtime = {
    id: 'the-extension',
    lastError: undefined,
    onConnect: new Event(),
    getManifest: () => ({ version: '0.1.0' }),
    getURL: (path) => `chrome-extension://the-extension/${path}`,
    connectNative: (name) => {
      const host = new FakePort(name, undefined);
      this.hosts.push(host);
      if (this.hostIsMissing) {
        queueMicrotask(() => {
          this.runtime.lastError = { message: 'Specified native messaging host not found.' };
          host.leaves();
          this.runtime.lastError = undefined;
        });
      }
      return host;
    },
  };
  action = {
    openPopup: async () => {
      if (this.popupIsRefused) throw new Error('Could not find an active browser window.');
      this.popupsOpened += 1;
    },
  };
  windowType = 'normal';
  activeWindow = 1;
  windows = {
    get: async (id) => ({ id, type: this.windowType }),
    create: async () => {
      this.windowsCreated += 1;
      return { id: 100 + this.windowsCreated };
    },
  };
  tabs = {
    query: async ({ windowType }) =>
      this.activeTab === null || (windowType ?? this.windowType) !== this.windowType ? [] : [{ id: this.activeTab, windowId: this.activeWindow }],
    get: async (id) => ({ id, windowId: 1, active: id === this.activeTab }),
    sendMessage: async (tab, message, options) => this.answerFromTab(tab, message, options),
  };
  permissions = { contains: async () => !this.isWithheld };
  isWithheld = false;
  webNavigation = {
    getAllFrames: async () => this.frames,
    getFrame: async ({ frameId }) => this.frames.find((frame) => frame.frameId === frameId) ?? null,
  };

  /** What the content script of a tab's page answers. */
  answerFromTab() {
    throw new Error('Could not establish connection. Receiving end does not exist.');
  }

  get host() {
    return this.hosts.at(-1);
  }

  /** A content script connects. */
  connectFrame(sender = {}) {
    const port = new FakePort('passfold-frame', {
      id: this.runtime.id,
      tab: { id: 7, windowId: 1 },
      frameId: 0,
      documentId: 'document-0',
      origin: 'https://login.shop.example',
      url: 'https://login.shop.example/code',
      ...sender,
    });
    this.runtime.onConnect.emit(port);
    return port;
  }

  /** The health page opens in a tab and connects. */
  connectHealth() {
    const url = this.runtime.getURL('health/health.html');
    const port = new FakePort('passfold-health', { id: this.runtime.id, url, tab: { id: 9, windowId: 1 } });
    this.runtime.onConnect.emit(port);
    return port;
  }

  /** The popup opens and connects. */
  connectPopup() {
    const url = this.runtime.getURL('popup/popup.html');
    const port = new FakePort('passfold-popup', { id: this.runtime.id, url });
    this.runtime.onConnect.emit(port);
    return port;
  }
}
