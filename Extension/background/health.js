// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Checks the path from the page to the providers, link by link, for the health page. It asks nothing about accounts or sites.

const ANSWER_WITHIN_MILLISECONDS = 2000;
const BROKER_WITHIN_MILLISECONDS = 5000;

/**
 * @typedef {'page' | 'extension' | 'host' | 'broker' | 'profile' | 'providers'} LinkName
 * @typedef {object} Link
 * @property {LinkName} name
 * @property {'ok' | 'attention' | 'broken' | 'unknown'} state
 * @property {string} reason a code that health/words.js puts into words; empty if there is nothing to report
 */
/** @typedef {{links: Link[], providers: import('../shared/messages.js').ProviderStatus[], version: string}} Health */

/** Connection states in which no host runs. */
const WITHOUT_HOST = new Set(['hostMissing', 'hostForbidden', 'hostEnded']);

const WELL = new Set(['unlocked', 'ready', 'resting']);
/** The state to report if no provider is well, closest to well first. */
const UNWELL = ['locked', 'starting', 'noVault', 'disabled', 'failed'];
/** States that only require the user to wait or to answer. */
const PASSING = new Set(['locked', 'starting']);

/** @param {LinkName} name @param {Link['state']} state @param {string} [reason] @returns {Link} */
const link = (name, state, reason = '') => ({ name, state, reason });

/**
 * @param {{name: string, state: string}[]} providers
 * @returns {Link}
 */
export function providersLink(providers) {
  if (providers.length === 0) return link('providers', 'broken', 'none');
  if (providers.some(({ state }) => WELL.has(state))) {
    const unwell = ['failed', 'disabled'].find((state) => providers.some((one) => one.state === state));
    return unwell === undefined ? link('providers', 'ok') : link('providers', 'attention', unwell);
  }
  const nearest = UNWELL.find((state) => providers.some((one) => one.state === state)) ?? 'failed';
  return link('providers', PASSING.has(nearest) ? 'attention' : 'broken', nearest);
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./connection.js').createConnection>} parts.connection
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {{query(what: object): Promise<any[]>}} parts.tabs
 * @param {{areIn(tab: number): Promise<boolean>}} parts.fieldScripts
 * @param {{contains(what: object): Promise<boolean>}} parts.permissions
 * @param {string} parts.own the address of the extension's own pages
 * @param {{getManifest(): any}} parts.runtime
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createHealth({ connection, requests, tabs, fieldScripts, permissions, own, runtime, setTimer, clearTimer }) {
  /**
   * Returns the result of a promise, or the other value if it takes too long or fails.
   * @template T
   * @param {Promise<T>} promise @param {number} milliseconds @param {T} otherwise
   * @returns {Promise<T>}
   */
  function within(promise, milliseconds, otherwise) {
    return new Promise((resolve) => {
      const timer = setTimer(() => resolve(otherwise), milliseconds);
      promise.then(
        (value) => {
          clearTimer(timer);
          resolve(value);
        },
        () => {
          clearTimer(timer);
          resolve(otherwise);
        },
      );
    });
  }

  /**
   * Checks the page that the user looked at before this one.
   * @param {number | undefined} window
   */
  async function pageLink(window) {
    const mayRead = await permissions.contains({ origins: ['<all_urls>'] }).catch(() => true);
    if (!mayRead) return link('page', 'broken', 'withheld');
    const open = await tabs.query(window === undefined ? {} : { windowId: window }).catch(() => []);
    const [tab] = open
      .filter((one) => typeof one.id === 'number' && !(one.url ?? '').startsWith(own))
      .sort((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
    if (tab === undefined) return link('page', 'unknown', 'noPage');
    if (!/^https?:/.test(tab.url ?? '')) return link('page', 'unknown', 'notAPage');
    const isThere = await within(fieldScripts.areIn(tab.id), ANSWER_WITHIN_MILLISECONDS, false);
    return isThere ? link('page', 'ok') : link('page', 'broken', 'silent');
  }

  /** @returns {Promise<{links: Link[], providers: Health['providers']}>} */
  async function behindTheExtension() {
    const state = await connection.whenSettled(true);
    const rest = (/** @type {LinkName[]} */ ...names) => names.map((name) => link(name, 'unknown'));
    if (WITHOUT_HOST.has(state)) return { links: [link('host', 'broken', state), ...rest('broker', 'profile', 'providers')], providers: [] };
    if (state === 'notPaired') {
      const links = [link('host', 'ok'), link('broker', 'ok'), link('profile', 'broken', connection.refusal), ...rest('providers')];
      return { links, providers: [] };
    }
    if (state !== 'ready') return { links: [link('host', 'ok'), link('broker', 'broken', state), ...rest('profile', 'providers')], providers: [] };
    const silence = { type: 'failure', code: 'timedOut' };
    const status = await within(requests.open('status', {}).answer, BROKER_WITHIN_MILLISECONDS, silence);
    if (status.type !== 'status') {
      // The connection may have ended during the check.
      const links = WITHOUT_HOST.has(status.code)
        ? [link('host', 'broken', status.code), ...rest('broker', 'profile', 'providers')]
        : [link('host', 'ok'), link('broker', 'broken', status.code), ...rest('profile', 'providers')];
      return { links, providers: [] };
    }
    const links = [link('host', 'ok'), link('broker', 'ok'), link('profile', 'ok'), providersLink(status.providers)];
    return { links, providers: status.providers };
  }

  /** @param {number | undefined} window @returns {Promise<Health>} */
  async function check(window) {
    const [page, { links, providers }] = await Promise.all([pageLink(window), behindTheExtension()]);
    // That this code runs proves the extension's own link.
    return { links: [page, link('extension', 'ok'), ...links], providers, version: runtime.getManifest().version };
  }

  return {
    check,

    /** @param {any} port the health page's port */
    attach(port) {
      let isThere = true;
      port.onDisconnect.addListener(() => { isThere = false; });
      port.onMessage.addListener(async (/** @type {any} */ message) => {
        if (message?.type !== 'check') return;
        const health = await check(port.sender?.tab?.windowId);
        if (isThere) port.postMessage({ type: 'health', ...health });
      });
    },
  };
}
