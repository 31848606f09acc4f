// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts for problems of the vault behind the popup.

import { message } from './language.js';
import { failureProblem } from './problems.js';

/** @typedef {import('./problems.js').Problem} Problem */

/** @type {Record<string, () => Omit<Problem, 'retry' | 'command'> & {command?: string}>} */
const KINDS = {
  notOpened: () => ({
    title: message('vaultNotOpenedTitle'), happened: message('vaultNotOpenedHappened'), kept: message('vaultKept'), next: message('vaultNotOpenedNext'),
  }),
  gone: () => ({
    title: message('entryGoneTitle'), happened: message('entryGoneHappened'), kept: message('entryGoneKept'), next: message('entryGoneNext'),
  }),
  notStored: () => ({
    title: message('vaultNotStoredTitle'), happened: message('vaultNotStoredHappened'), kept: message('vaultNotStoredKept'),
    next: message('vaultNotStoredNext'),
  }),
  unusable: () => ({
    title: message('vaultUnusableTitle'), happened: message('vaultUnusableHappened'), kept: message('vaultKept'),
    next: message('vaultUnusableNext'), command: 'passfold status',
  }),
  cannotAsk: () => ({
    title: message('cannotAskTitle'), happened: message('cannotAskHappened'), kept: message('vaultKept'), next: message('cannotAskNext'),
    command: 'passfold unlock',
  }),
};

/** @type {Record<string, string>} */
const KIND_OF = {
  wrongPassphrase: 'notOpened', tooManyAttempts: 'notOpened', promptTimedOut: 'notOpened', refused: 'notOpened',
  notFound: 'gone', ambiguous: 'gone', noSuchPart: 'gone', nothingToRestore: 'gone', noSuchHistory: 'gone',
  notStored: 'notStored',
  vaultInUse: 'unusable', vaultUnreadable: 'unusable', vaultDamaged: 'unusable', vaultTooNew: 'unusable', recordOutdated: 'unusable',
  nowhereToAsk: 'cannotAsk', pinentryNotFound: 'cannotAsk', pinentryFailed: 'cannotAsk',
};

/**
 * @param {Record<string, any>} failure a failure from the vault, or from the broker that passes on its answers
 * @returns {Problem}
 */
export function vaultProblem({ code, detail }) {
  // More was released within a minute than is allowed without a question, and a list does not ask one.
  if (code === 'wouldAsk') return { ...failureProblem('busy', null), retry: true };
  if (!Object.hasOwn(KIND_OF, code)) return { ...failureProblem(code, detail ?? null), retry: true };
  return { command: null, ...KINDS[KIND_OF[code]](), retry: true };
}

/**
 * Returns what is wrong with the values typed into a form.
 * @param {Record<string, any>} failure
 * @returns {string | null} null if the form is not at fault
 */
export function formNote({ code, detail }) {
  if (code === 'badSetUpLink' || code === 'badMigration') return failureProblem('badSetUpLink', detail ?? null).happened;
  if (code === 'loginExists') return message('addLoginExists');
  if (code === 'needsServiceAndUser') return message('addNeedsBoth');
  return code === 'badService' ? message('addBadService') : null;
}
