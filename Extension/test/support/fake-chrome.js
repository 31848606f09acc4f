// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A browser's extension functions, the native host and time, all controlled by a test.

import './catalogues.js';

/** Runs everything that is ready. */
export async function settle() {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

class Event {
  listeners = [];
  addListener(listener) {
    this.listeners.push(listener);
  }
  removeListener(listener) {
    this.listeners = this.listeners.filter((one) => one !== listener);
  }
  emit(...values) {
    for (const listener of [...this.listeners]) listener(...values);
  }
}

/** One end of a port. The test plays the other end: `sent` lists the messages that arrived there. */
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
  /** Sends a message from the other end. */
  says(message) {
    this.onMessage.emit(message);
  }
  /** Closes the other end. */
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
    onMessage: new Event(),
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
    setBadgeText: async ({ text, tabId = null }) => {
      if (text) this.badges.set(tabId, text);
      else this.badges.delete(tabId);
    },
    setBadgeBackgroundColor: async () => {},
    openPopup: async () => {
      if (this.popupIsRefused) throw new Error('Could not find an active browser window.');
      this.popupsOpened += 1;
    },
  };
  /** The text on the button by tab; `null` is every tab. @type {Map<number | null, string>} */
  badges = new Map();
  kept = {};
  storage = {
    onChanged: new Event(),
    local: {
      get: async (defaults) => ({ ...defaults, ...this.kept }),
      set: async (values) => {
        Object.assign(this.kept, values);
        this.storage.onChanged.emit(Object.fromEntries(Object.entries(values).map(([key, newValue]) => [key, { newValue }])), 'local');
      },
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
    onRemoved: new Event(),
    onActivated: new Event(),
    query: async ({ windowType }) =>
      this.activeTab === null || (windowType ?? this.windowType) !== this.windowType ? [] : [{ id: this.activeTab, windowId: this.activeWindow }],
    get: async (id) => ({ id, windowId: 1, active: id === this.activeTab, incognito: this.isPrivate }),
    create: async ({ url }) => void this.opened.push(url),
    captureVisibleTab: async (windowId, { format }) => {
      if (this.shownPicture === null) throw new Error('Cannot access contents of the page.');
      return `data:image/${format};base64,${this.shownPicture}`;
    },
    sendMessage: async (id, message, options) => {
      if (message.type !== 'look') {
        if (this.tabHearsNothing) throw new Error('Could not establish connection.');
        this.told.push({ tab: id, message, ...options });
        return;
      }
      // The content scripts of a tab answer through their own ports.
      const isMeant = ({ frameId }) => options?.frameId === undefined || options.frameId === frameId;
      const here = this.pages.filter((page) => !page.closed && page.sender.tab.id === id && isMeant(page.sender));
      if (here.length === 0) throw new Error('Could not establish connection. Receiving end does not exist.');
      for (const page of here) page.says({ type: 'fields', look: message.look, fields: page.fields ?? [] });
    },
  };
  /** The picture of the window in base64; null if the browser gives it to no extension. @type {string | null} */
  shownPicture = 'iVBORw0K';
  /** The scripts injected into frames. @type {any[]} */
  injected = [];
  /** The result of a script injected into a frame; an error if the browser lets no script into it. @type {any} */
  frameAnswers = new Error('Cannot access contents of the page.');
  scripting = {
    executeScript: async (what) => {
      this.injected.push(what);
      if (this.frameAnswers instanceof Error) throw this.frameAnswers;
      return [{ frameId: 0, result: this.frameAnswers }];
    },
  };
  /** The URLs of opened tabs. */
  opened = [];
  /** The ports of content scripts; a test may give each its `fields`. */
  pages = [];
  /** The messages to content scripts outside their ports. */
  told = [];
  isPrivate = false;
  tabHearsNothing = false;
  webRequest = { onAuthRequired: new Event(), onCompleted: new Event(), onErrorOccurred: new Event() };
  commands = { onCommand: new Event() };
  /** The contents of the clipboard. */
  clipboard = '';
  clipboardPages = 0;
  offscreen = {
    createDocument: async ({ url }) => {
      this.clipboardPages += 1;
      const port = new FakePort('passfold-clipboard', { id: this.runtime.id, url: this.runtime.getURL(url) });
      this.runtime.onConnect.emit(port);
      const { write } = port.sent[0];
      if (typeof write === 'string') this.clipboard = write;
      port.says(typeof write === 'string' ? { done: true } : { text: this.clipboard });
    },
    closeDocument: async () => void (this.clipboardPages -= 1),
  };
  contextMenus = {
    made: [],
    onClicked: new Event(),
    removeAll: (done) => {
      this.contextMenus.made = [];
      done();
    },
    create: (entry) => this.contextMenus.made.push(entry),
  };
  permissions = { contains: async () => !this.isWithheld };
  isWithheld = false;
  webNavigation = {
    onCompleted: new Event(),
    onCommitted: new Event(),
    getAllFrames: async () => this.frames,
    getFrame: async ({ frameId }) => this.frames.find((frame) => frame.frameId === frameId) ?? null,
  };

  get host() {
    return this.hosts.at(-1);
  }

  /** Connects a content script. */
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
    this.pages.push(port);
    this.runtime.onConnect.emit(port);
    return port;
  }

  /** Opens the health page in a tab and connects it. */
  connectHealth() {
    const url = this.runtime.getURL('health/health.html');
    const port = new FakePort('passfold-health', { id: this.runtime.id, url, tab: { id: 9, windowId: 1 } });
    this.runtime.onConnect.emit(port);
    return port;
  }

  /** Opens the popup and connects it. */
  connectPopup() {
    const url = this.runtime.getURL('popup/popup.html');
    const port = new FakePort('passfold-popup', { id: this.runtime.id, url });
    this.runtime.onConnect.emit(port);
    return port;
  }
}
