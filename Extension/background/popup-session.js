// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The popup's session. The worker holds the user's current task; the popup draws its screen and sends back choices. A closed popup ends
// the task, except while a provider asks elsewhere (pinentry). The tasks are in `tasks/`; this file holds their common basis.

import { connectionProblem, failureProblem, pairingProblem } from '../shared/problems.js';
import { POPUP, worded } from '../shared/texts.js';
import { createPopupScreen } from './popup-screen.js';
import { asksElsewhere, newTask, siteOf } from './tasks/task.js';

/** @typedef {import('./frames.js').Frame} Frame */
/** @typedef {import('./tasks/task.js').Task} Task */
/** @typedef {ReturnType<typeof createPopupSession>} PopupSession */

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('./connection.js').createConnection>} parts.connection
 * @param {ReturnType<typeof import('./surface.js').createSurface>} parts.surface
 */
export function createPopupSession({ requests, connection, surface }) {
  const popup = createPopupScreen();
  /** @type {Task | null} */
  let task = null;
  /**
   * The task that could not begin for lack of a connection.
   * @type {Task | null}
   */
  let unconnected = null;
  let goHome = () => {};
  let connectBrowser = () => {};

  /** @param {Task} current */
  function openSurface(current) {
    const tab = current.frame?.tab ?? current.tab;
    if (tab === null) return;
    popup.whenNoneIsClosing(() => {
      if (task === current) void surface.open(tab, () => popup.isOpen);
    });
  }

  /** @param {Task} current */
  function site(current) {
    return current.site ?? siteOf(current.frame);
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

  /** Ends the task without notifying the popup. */
  function abandon() {
    const old = task;
    if (old === null) return;
    task = null;
    popup.clear();
    old.request?.cancel();
    old.abandoned();
  }

  /** Ends the task and closes the popup. */
  function close() {
    task = null;
    popup.close();
  }

  /**
   * Shows one of the task's own screens; `site` is added.
   * @param {Task} current @param {any} screen @param {boolean} [isUpdate] whether it is the same screen with newer contents
   */
  function show(current, screen, isUpdate = false) {
    if (task === current) popup.show({ site: site(current), ...screen }, isUpdate);
  }

  /** @param {Task} current @param {string} [title] */
  function showWaiting(current, title = POPUP.waiting) {
    show(current, { kind: 'waiting', title });
  }

  /** @param {Task} current @param {import('../shared/problems.js').Problem} problem */
  function showProblem(current, problem) {
    show(current, { kind: 'problem', problem });
    if (!popup.isOpen) openSurface(current);
  }

  /** @param {Task} current @param {any} failure */
  function fail(current, failure) {
    if (failure.code === 'userCanceled') close();
    else showProblem(current, failureProblem(failure.code, failure.detail));
  }

  /**
   * Whether the task can ask the host now; if not, the popup says why until there is a connection.
   * @param {Task} current
   */
  function isConnected(current) {
    // The current state, not the result of the last attempt: another attempt may have succeeded since.
    const { state } = connection;
    if (state === 'ready') return true;
    unconnected = current;
    showProblem(current, state === 'notPaired' ? pairingProblem(connection.refusal) : connectionProblem(state));
    return false;
  }

  /**
   * Waits until the connection is settled; if there is none, the popup says why.
   * @param {Task} current
   * @returns {Promise<boolean>} whether the task continues
   */
  async function whenConnected(current) {
    await connection.whenSettled(true);
    return task === current && isConnected(current);
  }

  /**
   * Sends a request and shows what it presents, until its final message.
   * @param {Task} current
   * @param {any} type
   * @param {object} members
   * @returns {Promise<any>} null if the task ended meanwhile
   */
  async function run(current, type, members) {
    current.request = requests.open(type, members, {
      present(presented) {
        if (task !== current) return;
        const view = worded(presented);
        // The broker's own views and a provider's are numbered separately: the number alone does not distinguish them.
        const before = current.view;
        const sameScreen =
          before !== null &&
          before.number === view.number &&
          before.kind === view.kind &&
          before.title === view.title &&
          before.source === view.source;
        current.view = view;
        const offers = { hasOtherDevices: current.kind === 'passkey', canRefuseSite: current.kind === 'keep-password' };
        show(current, { kind: 'view', view, ...offers }, sameScreen);
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
    } else if (screen.kind === 'view' && (message.type === 'choose' || message.type === 'confirm')) {
      if (view === null || request === null) return;
      if (message.type === 'choose') request.sendViewEvent(view.number, 'choose', message.row);
      else request.sendViewEvent(view.number, 'confirm');
    } else if (screen.kind === 'problem') {
      if (message.type === 'try-again') void tryAgain(current);
      else if (message.type === 'connect') connectBrowser();
    } else current.received(message, screen);
  }

  return {
    begin,
    abandon,
    close,
    show,
    showWaiting,
    showProblem,
    fail,
    run,
    whenConnected,
    openSurface,
    site,

    /** @param {Task} current */
    isCurrent: (current) => task === current,

    get task() {
      return task;
    },

    get popupIsOpen() {
      return popup.isOpen;
    },

    /** Whether the popup stays open when another program's window gets the focus. */
    get popupStays() {
      return popup.stays;
    },

    /**
     * @param {object} starts
     * @param {() => void} starts.home shows the first screen of a popup opened by its button
     * @param {() => void} starts.connectBrowser
     */
    use(starts) {
      goHome = starts.home;
      connectBrowser = starts.connectBrowser;
    },

    /** @param {any} port the popup's port */
    attach(port) {
      popup.attach(port, {
        received,
        closed() {
          if (task !== null && !task.isMoving && (task.request === null || !asksElsewhere(task.view))) abandon();
        },
      });
      if (task === null || popup.content === null) goHome();
    },

    /**
     * Restarts a task that could not begin without a connection. A task that had begun is not restarted: its request may have ended the
     * last connection.
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
      if (current === null || current.frame !== frame || current.outlivesPage) return;
      const wasOpen = popup.isOpen;
      abandon();
      if (!wasOpen) return;
      const gone = begin({ kind: 'home', restart: () => goHome() });
      showProblem(gone, failureProblem('pageChanged', null));
    },
  };
}
