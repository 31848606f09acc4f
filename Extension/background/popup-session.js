// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the popup shows. The worker holds the one task that a person is busy with; the popup draws its screen
// and sends back choices. A closed popup ends the task, except while a provider asks elsewhere (pinentry).

import { KINDS_FOR_FIELD } from '../shared/messages.js';
import { connectionProblem, failureProblem, pairingProblem } from '../shared/problems.js';
import { POPUP, pairingDone, question, setUpDone, worded } from '../shared/texts.js';
import { createPopupScreen } from './popup-screen.js';
import { asksElsewhere, newTask, siteOf } from './popup-task.js';
import { rowsOf } from './suggestions.js';

/** @typedef {import('./frames.js').Frame} Frame */
/** @typedef {import('./popup-task.js').Task} Task */

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('./suggestions.js').createSuggestions>} parts.suggestions
 * @param {ReturnType<typeof import('./fills.js').createFills>} parts.fills
 * @param {ReturnType<typeof import('./connection.js').createConnection>} parts.connection
 * @param {{open(tabId: number, isOpen: () => boolean): Promise<void>, openWindow(): Promise<void>}} parts.surface
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {(frame: Frame, id: string | null, response: object) => boolean} parts.answerConditional
 */
export function createPopupSession({
  requests,
  frames,
  suggestions,
  fills,
  connection,
  surface,
  activeTab,
  answerConditional,
}) {
  const popup = createPopupScreen();
  const { show } = popup;
  /** @type {Task | null} */
  let task = null;
  /** The task that could not begin for want of a connection. @type {Task | null} */
  let unconnected = null;

  /** @param {Task} current */
  function openSurface(current) {
    const { frame } = current;
    if (frame === null) return;
    popup.whenNoneIsClosing(() => {
      if (task === current) void surface.open(frame.tab, () => popup.isOpen);
    });
  }

  /** @param {Task} current */
  function site(current) {
    return siteOf(current.frame?.origin);
  }

  /**
   * @param {Pick<Task, 'kind'> & Partial<Task>} members
   * @returns {Task}
   */
  function begin(members) {
    abandon();
    task = newTask(members);
    popup.clear();
    return task;
  }

  /** Ends the task without a word to the popup. */
  function abandon() {
    const old = task;
    if (old === null) return;
    task = null;
    popup.clear();
    old.request?.cancel();
    old.abandoned();
  }

  /** Ends the task and the popup with it. */
  function close() {
    task = null;
    popup.close();
  }

  /** @param {Task} current */
  function showWaiting(current) {
    show({ kind: 'waiting', site: site(current), title: POPUP.waiting });
  }

  /** @param {Task} current @param {import('../shared/problems.js').Problem} problem */
  function showProblem(current, problem) {
    show({ kind: 'problem', site: site(current), problem });
    if (!popup.isOpen) openSurface(current);
  }

  /**
   * Whether the task can ask the host now; where it cannot, the popup says why until there is a connection.
   * @param {Task} current
   */
  function isConnected(current) {
    // Not what the last attempt came to: another may have succeeded since.
    const { state } = connection;
    if (state === 'ready') return true;
    unconnected = current;
    showProblem(current, state === 'notPaired' ? pairingProblem(connection.refusal) : connectionProblem(state));
    return false;
  }

  /**
   * Sends a request and shows what it presents, until its final message.
   * @param {Task} current
   * @param {any} type
   * @param {object} members
   * @returns {Promise<any>} null when the task ended meanwhile
   */
  async function run(current, type, members) {
    current.request = requests.open(type, members, {
      present(presented) {
        if (task !== current) return;
        const view = worded(presented);
        // The broker's own views and a provider's count for themselves: the number alone does not tell them apart.
        const before = current.view;
        const sameScreen =
          before !== null &&
          before.number === view.number &&
          before.kind === view.kind &&
          before.title === view.title &&
          before.source === view.source;
        current.view = view;
        show({ kind: 'view', site: site(current), view }, sameScreen);
        if (!popup.isOpen && !asksElsewhere(view)) openSurface(current);
      },
      dismiss() {
        if (task !== current) return;
        current.view = null;
        showWaiting(current);
      },
    });
    const answer = await current.request.answer;
    if (task !== current) return null;
    current.request = null;
    current.view = null;
    return answer;
  }

  /** @param {Task} current @param {any} failure */
  function fail(current, failure) {
    if (failure.code === 'userCanceled') close();
    else showProblem(current, failureProblem(failure.code, failure.detail));
  }

  /** @param {Task} current @param {any} [more] */
  function showSuggestions(current, more = {}) {
    const focus = current.focus;
    const { rows, all } = focus === null ? { rows: [], all: null } : rowsOf(focus);
    const title = focus === null ? POPUP.home : question(focus.field);
    show({ kind: 'suggestions', site: site(current), title, rows, all, selected: null, note: null, providers: [], ...more });
  }

  /** @param {Task} current @param {any} credential */
  async function deliver(current, credential) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return close();
    /** @type {Record<string, readonly string[]>} */
    const fitting = KINDS_FOR_FIELD;
    let delivered = false;
    if (fitting[focus.field].includes(credential.kind)) {
      if (credential.kind === 'passkey') {
        delivered =
          (await frames.isUnchanged(frame)) &&
          answerConditional(frame, focus.suggestions?.passkey ?? null, credential.response);
      } else {
        delivered = await fills.fill(frame, focus.request, credential);
      }
    }
    if (task !== current) return;
    if (delivered) close();
    else showProblem(current, failureProblem('pageChanged', null));
  }

  /** @param {Task} current @param {string} row */
  async function provide(current, row) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    const [kind, index] = row.split('-');
    const offered = focus.suggestions;
    const entry = (kind === 'locked' ? offered?.locked : offered?.items)?.[Number(index)];
    if (entry === undefined) return;
    showWaiting(current);
    // The token was made for this tab, frame and document; who it is that spends it is the browser's word again.
    const context = await frames.contextOf(frame);
    if (task !== current) return;
    const answer = await run(current, 'provide', { token: entry.token, context });
    if (answer === null) return;
    if (answer.type === 'credential') return deliver(current, answer);
    if (answer.code !== 'tokenExpired' || !(await frames.isUnchanged(frame))) return fail(current, answer);
    await offer(current, { note: POPUP.freshSuggestions });
  }

  /** @param {Task} current */
  async function list(current) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    showWaiting(current);
    const passkey = focus.field === 'username' ? suggestions.pendingPasskeyOf(frame) : null;
    if (focus.suggestions !== null) focus.suggestions.passkey = passkey?.id ?? null;
    const members = {
      context: await frames.contextOf(frame),
      field: focus.field,
      ...(passkey === null ? {} : { passkey: passkey.options }),
    };
    if (task !== current) return;
    const answer = await run(current, 'list', members);
    if (answer === null) return;
    if (answer.type === 'credential') await deliver(current, answer);
    else fail(current, answer);
  }

  /**
   * Asks what fits the field and shows it.
   * @param {Task} current @param {any} [more]
   */
  async function offer(current, more = {}) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    const answer = await suggestions.ask(frame, focus);
    if (task !== current) return;
    if (answer.type === 'failure' && answer.code !== 'nothingToOffer') return fail(current, answer);
    showSuggestions(current, more);
  }

  /** @param {Task} current */
  async function startPick(current) {
    showWaiting(current);
    await connection.whenSettled(true);
    if (task === current && isConnected(current)) await offer(current);
  }

  /** @param {Task} current @param {string} url */
  async function startSetUp(current, url) {
    show({ kind: 'waiting', site: site(current), title: POPUP.setUpWaiting });
    const frame = /** @type {Frame} */ (current.frame);
    const [context] = await Promise.all([frames.contextOf(frame), connection.whenSettled(true)]);
    if (task !== current || !isConnected(current)) return;
    const answer = await run(current, 'set-up-code', { context, url });
    if (answer === null) return;
    if (answer.type === 'failure') return fail(current, answer);
    show({ kind: 'done', site: site(current), ...setUpDone(answer.service, answer.account) });
    if (!popup.isOpen) openSurface(current);
  }

  /** @param {Task} current */
  async function startHome(current) {
    showWaiting(current);
    const [tab] = await Promise.all([activeTab(), connection.whenSettled(true)]);
    if (task !== current || !isConnected(current)) return;
    const frame = tab === null ? null : frames.focusedIn(tab);
    current.frame = frame;
    current.focus = frame?.focus ?? null;
    const [status] = await Promise.all([
      requests.open('status', {}).answer,
      frame?.focus ? suggestions.ask(frame, frame.focus) : undefined,
    ]);
    if (task !== current) return;
    if (status.type === 'failure') return fail(current, status);
    showSuggestions(current, {
      providers: status.providers,
      note: frame === null ? POPUP.noField : null,
    });
  }

  /** Pairs this profile, in a window that stays while the person compares the digits with those of Passfold's prompt. */
  async function connectBrowser() {
    const current = begin({
      kind: 'pairing',
      isMoving: !popup.stays,
      restart: () => void connectBrowser(),
      abandoned: () => connection.cancelPairing(),
    });
    show({ kind: 'pairing', digits: null });
    if (current.isMoving) {
      // Where the browser opens no window, the popup has to do.
      await surface.openWindow().catch(() => {});
      current.isMoving = false;
      if (task !== current) return;
    }
    const result = await connection.pair((digits) => {
      if (task === current) show({ kind: 'pairing', digits });
    });
    if (task !== current) return;
    if (result === 'paired') show({ kind: 'done', site: '', ...pairingDone() });
    else showProblem(current, pairingProblem(result));
  }

  /** @param {Task} current */
  async function tryAgain(current) {
    unconnected = null;
    showWaiting(current);
    await connection.whenSettled(true);
    if (task === current) current.restart();
  }

  /** @param {import('../shared/messages.js').Message} message */
  function received(message) {
    const current = task;
    if (current === null) return;
    const { view, request } = current;
    const screen = popup.content;
    if (message.type === 'cancel') {
      if (view !== null && request !== null) {
        request.sendViewEvent(view.number, 'cancel');
        current.request = null;
      }
      abandon();
      close();
    } else if (screen.kind === 'view' && view !== null && request !== null) {
      if (message.type === 'choose') request.sendViewEvent(view.number, 'choose', message.row);
      else if (message.type === 'confirm') request.sendViewEvent(view.number, 'confirm');
    } else if (screen.kind === 'suggestions') {
      if (message.type === 'choose') void provide(current, message.row);
      else if (message.type === 'show-all') void list(current);
    } else if (screen.kind === 'problem' && message.type === 'try-again') {
      void tryAgain(current);
    } else if (screen.kind === 'problem' && message.type === 'connect') {
      void connectBrowser();
    }
  }

  return {
    /** @param {any} port the popup's port */
    attach(port) {
      popup.attach(port, {
        received,
        closed() {
          if (task !== null && !task.isMoving && (task.request === null || !asksElsewhere(task.view))) abandon();
        },
      });
      if (task !== null && popup.content !== null) return;
      const current = begin({ kind: 'home', restart: () => void startHome(current) });
      void startHome(current);
    },

    /**
     * A person used the mark under a field.
     * @param {Frame} frame the field that was used has the focus in it
     */
    pick(frame) {
      const { focus } = frame;
      if (focus === null) return;
      const current = begin({ kind: 'pick', frame, focus, restart: () => void startPick(current) });
      openSurface(current);
      void startPick(current);
    },

    /**
     * A trusted click on a set-up link.
     * @param {Frame} frame @param {string} url
     */
    setUpCode(frame, url) {
      const current = begin({ kind: 'set-up', frame, restart: () => void startSetUp(current, url) });
      openSurface(current);
      void startSetUp(current, url);
    },

    /**
     * A page's passkey request; the popup opens when a provider has something to show.
     * @param {Frame} frame @param {'create-passkey' | 'get-passkey'} type @param {object} members
     * @param {(cancel: () => void) => void} giveCancel hands out the way to end it from the page's side
     * @returns {Promise<any>} the final message; a failure `userCanceled` when the person or the page ended it
     */
    passkey(frame, type, members, giveCancel) {
      return new Promise((resolve) => {
        const canceled = { type: 'failure', code: 'userCanceled', exception: null, detail: null };
        const current = begin({ kind: 'passkey', frame, abandoned: () => resolve(canceled) });
        giveCancel(() => {
          if (task !== current) return;
          abandon();
          close();
        });
        void run(current, type, members).then((answer) => {
          if (answer === null) return;
          current.isAnswered = true;
          resolve(answer);
          const told = answer.type !== 'failure' || answer.code === 'userCanceled' || answer.code === 'nothingToOffer';
          if (!popup.isOpen || told) close();
          else fail(current, answer);
        });
      });
    },

    /**
     * Whether the frame has a passkey request on the screen that waits for its answer.
     * @param {Frame} frame
     */
    hasPasskeyRequest(frame) {
      return task !== null && task.kind === 'passkey' && task.frame === frame && !task.isAnswered;
    },

    /**
     * What could not begin without a connection begins once there is one. What had begun does not: its request may be what ended the last.
     * @param {string} state
     */
    connectionChanged(state) {
      if (state !== 'ready') return;
      const waiting = unconnected;
      unconnected = null;
      if (waiting !== null && waiting === task) waiting.restart();
    },

    /** @param {Frame} frame */
    frameGone(frame) {
      const current = task;
      // A set-up link needs its page no more once it was read.
      if (current === null || current.frame !== frame || current.kind === 'set-up') return;
      const wasOpen = popup.isOpen;
      abandon();
      if (!wasOpen) return;
      const gone = begin({ kind: 'home', restart: () => void startHome(gone) });
      showProblem(gone, failureProblem('pageChanged', null));
    },
  };
}
