// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The health page's texts about each link, and how to fix it. The texts about host, broker and profile are those of the popup.

import { message } from '../shared/language.js';
import { failureProblem, pairingProblem } from '../shared/problems.js';

/** @typedef {import('../background/health.js').Link} Link */
/** @typedef {{happened: string, kept: string, next: string, command: string | null}} Mend */

/** @type {Record<string, () => string>} */
const NAMES = {
  page: () => message('healthPage'),
  extension: () => message('healthExtension'),
  host: () => message('healthHost'),
  broker: () => message('healthBroker'),
  profile: () => message('healthProfile'),
  providers: () => message('healthProviders'),
};

/** @type {Record<string, () => string>} */
const STATES = {
  ok: () => message('healthOk'),
  attention: () => message('healthAttention'),
  broken: () => message('healthBroken'),
  unknown: () => message('healthUnknown'),
};

/** @type {Record<string, () => {happened: string, next: string}>} */
const PAGE = {
  noPage: () => ({ happened: message('healthPageNone'), next: message('healthPageNoneNext') }),
  notAPage: () => ({ happened: message('healthPageClosed'), next: message('healthPageClosedNext') }),
  withheld: () => ({ happened: message('healthPageWithheld'), next: message('healthPageWithheldNext') }),
  silent: () => ({ happened: message('healthPageSilent'), next: message('healthPageSilentNext') }),
};

/** @type {Record<string, () => {happened: string, next: string, command: string | null}>} */
const PROVIDERS = {
  none: () => ({ happened: message('healthProvidersNone'), next: message('healthProvidersNext'), command: 'passfold providers doctor' }),
  locked: () => ({ happened: message('healthProvidersLocked'), next: message('healthProvidersLockedNext'), command: 'passfold unlock' }),
  starting: () => ({ happened: message('healthProvidersStarting'), next: message('connectingNext'), command: null }),
  noVault: () => ({ happened: message('healthProvidersNoVault'), next: message('healthProvidersNoVaultNext'), command: 'passfold init' }),
  disabled: () => ({ happened: message('healthProvidersDisabled'), next: message('healthProvidersNext'), command: 'passfold providers doctor' }),
  failed: () => ({ happened: message('healthProvidersFailed'), next: message('healthProvidersNext'), command: 'passfold providers doctor' }),
};

/** @param {string} name */
export const linkName = (name) => NAMES[name]();

/** @param {string} state */
export const stateName = (state) => STATES[state]();

/**
 * Returns the text about a link that is not well; null if it is well or could not be examined.
 * @param {Link} link
 * @returns {Mend | null}
 */
export function mendOf({ name, state, reason }) {
  if (state === 'ok' || reason === '') return null;
  if (name === 'page') return { ...PAGE[reason](), kept: '', command: null };
  // A vault that only waits for the user has lost nothing, and it would be odd to say so.
  if (name === 'providers') return { ...PROVIDERS[reason](), kept: state === 'broken' && reason !== 'noVault' ? message('nothingLost') : '' };
  const { happened, kept, next, command } = name === 'profile' ? pairingProblem(reason) : failureProblem(reason, null);
  // The button for connecting is in the popup.
  return name === 'profile' ? { happened, kept, next: message('healthProfileNext', [next]), command } : { happened, kept, next, command };
}

/** Fixed texts of the page. */
export const HEALTH = Object.freeze({
  get title() { return message('healthTitle'); },
  get intro() { return message('healthIntro'); },
  get checking() { return message('healthChecking'); },
  get allWell() { return message('healthAllWell'); },
  get again() { return message('healthCheckAgain'); },
  get report() { return message('healthReport'); },
  get reportHint() { return message('healthReportHint'); },
  get copy() { return message('healthCopy'); },
  get copied() { return message('healthCopied'); },
  get gone() { return message('healthGone'); },
});

/** @param {Link} link the first link that is not well */
export const firstFault = (link) => message('healthFirst', [linkName(link.name), stateName(link.state)]);

/**
 * Returns the text to paste into a report, as codes and in no particular language. It contains no secret, site or account.
 * @param {import('../background/health.js').Health} health
 * @param {string} browser
 */
export function reportOf({ links, providers, version }, browser) {
  return [
    `Passfold ${version}`,
    browser,
    ...links.map(({ name, state, reason }) => (reason === '' ? `${name}: ${state}` : `${name}: ${state}, ${reason}`)),
    // The number of vaults and their states; their names are private.
    ...providers.map(({ state }, index) => `provider ${index + 1}: ${state}`),
  ].join('\n');
}
