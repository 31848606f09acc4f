// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts for problems. Each says what happened, what was not lost, and what to do next.

import { message } from './language.js';

/**
 * @typedef {{title: string, happened: string, kept: string, next: string, command: string | null, retry: boolean, connect?: boolean}} Problem
 */

/** @type {Record<string, () => Problem>} */
const CONNECTION_PROBLEMS = {
  hostMissing: () => ({
    title: message('hostMissingTitle'),
    happened: message('hostMissingHappened'),
    kept: message('nothingLost'),
    next: message('hostMissingNext'),
    command: 'passfold browser install',
    retry: true,
  }),
  hostForbidden: () => ({
    title: message('hostForbiddenTitle'),
    happened: message('hostForbiddenHappened'),
    kept: message('nothingLost'),
    next: message('hostForbiddenNext'),
    command: 'passfold browser install',
    retry: true,
  }),
  hostEnded: () => ({
    title: message('hostEndedTitle'),
    happened: message('hostEndedHappened'),
    kept: message('nothingLost'),
    next: message('hostEndedNext'),
    command: 'passfold status',
    retry: true,
  }),
  brokerUnreachable: () => ({
    title: message('brokerUnreachableTitle'),
    happened: message('brokerUnreachableHappened'),
    kept: message('nothingLost'),
    next: message('brokerUnreachableNext'),
    command: 'passfold status',
    retry: true,
  }),
  versionMismatch: () => ({
    title: message('versionMismatchTitle'),
    happened: message('versionMismatchHappened'),
    kept: message('nothingLost'),
    next: message('versionMismatchNext'),
    command: null,
    retry: true,
  }),
  protocolError: () => ({
    title: message('protocolErrorTitle'),
    happened: message('protocolErrorHappened'),
    kept: message('nothingLost'),
    next: message('protocolErrorNext'),
    command: null,
    retry: true,
  }),
  connecting: () => ({
    title: message('connectingTitle'),
    happened: message('connectingHappened'),
    kept: message('nothingLost'),
    next: message('connectingNext'),
    command: null,
    retry: true,
  }),
};

/**
 * The texts for why this browser profile is not connected, and what to do.
 * @type {Record<string, () => {title?: string, happened: string, next: string}>}
 */
const PAIRING_PROBLEMS = {
  unknownKey: () => ({ title: message('unknownKeyTitle'), happened: message('unknownKeyHappened'), next: message('unknownKeyNext') }),
  otherProgram: () => ({ happened: message('otherProgramHappened'), next: message('otherProgramNext') }),
  hiddenProgram: () => ({ happened: message('hiddenProgramHappened'), next: message('hiddenProgramNext') }),
  declined: () => ({ happened: message('declinedHappened'), next: message('declinedNext') }),
  timedOut: () => ({ happened: message('pairingTimedOutHappened'), next: message('pairingTimedOutNext') }),
  tooManyTries: () => ({ happened: message('tooManyTriesHappened'), next: message('tooManyTriesNext') }),
  pairingElsewhere: () => ({ happened: message('pairingElsewhereHappened'), next: message('pairingElsewhereNext') }),
  nowhereToAsk: () => ({ happened: message('nowhereToAskHappened'), next: message('nowhereToAskNext') }),
  notKept: () => ({ happened: message('notKeptHappened'), next: message('notKeptNext') }),
};

/** @type {Record<string, () => string>} */
const REFUSALS = {
  insecureOrigin: () => message('refusedInsecureOrigin'),
  opaqueOrigin: () => message('refusedOpaqueOrigin'),
  crossSiteFrame: () => message('refusedCrossSiteFrame'),
  relyingPartyMismatch: () => message('refusedRelyingPartyMismatch'),
};

/** @type {Record<string, () => string>} */
const LINK_FAULTS = {
  missingSecret: () => message('linkMissingSecret'),
  secretNotBase32: () => message('linkSecretNotBase32'),
  secretIncomplete: () => message('linkSecretIncomplete'),
  secretTooLong: () => message('linkSecretTooLong'),
  secretTooShort: () => message('linkSecretTooShort'),
  unknownAlgorithm: () => message('linkUnknownAlgorithm'),
  unsupportedAlgorithm: () => message('linkUnsupportedAlgorithm'),
  unknownType: () => message('linkUnknownType'),
  tooLong: () => message('linkTooLong'),
  invalidPercentEncoding: () => message('linkInvalidPercentEncoding'),
  controlCharacter: () => message('linkControlCharacter'),
  duplicateParameter: () => message('linkDuplicateParameter'),
  counterOutOfRange: () => message('linkCounterOutOfRange'),
  formNotExpressible: () => message('linkFormNotExpressible'),
  digitsOutOfRange: () => message('linkDigitsOutOfRange'),
  periodOutOfRange: () => message('linkPeriodOutOfRange'),
  notASetupURL: () => message('linkNotASetupURL'),
  unsupportedEncoding: () => message('linkUnsupportedEncoding'),
  notAMigrationURL: () => message('linkNotAMigrationURL'),
  missingData: () => message('linkMissingData'),
  dataNotBase64: () => message('linkDataNotBase64'),
  malformedPayload: () => message('linkMalformedPayload'),
  batchOutOfRange: () => message('linkBatchOutOfRange'),
  foreignPart: () => message('linkForeignPart'),
  unknownCodeType: () => message('linkUnknownCodeType'),
  textNotUTF8: () => message('linkTextNotUTF8'),
};

/** @type {Record<string, () => string>} */
const UNFILLABLE = {
  empty: () => message('notFillableEmpty'),
  lineBreak: () => message('notFillableLineBreak'),
  controlCharacter: () => message('notFillableControlCharacter'),
  tooLong: () => message('notFillableTooLong'),
  userTooLong: () => message('notFillableUserTooLong'),
  notACode: () => message('notFillableNotACode'),
};

/** @type {Record<string, (detail: string | null) => Omit<Problem, 'command' | 'retry'>>} */
const FAILURES = {
  notAllowedHere: (detail) => ({
    title: message('notAllowedHereTitle'),
    happened: wordOf(REFUSALS, detail) ?? message('notAllowedHereHappened'),
    kept: message('nothingLeft'),
    next: message('notAllowedHereNext'),
  }),
  tokenExpired: () => ({
    title: message('tokenExpiredTitle'),
    happened: message('tokenExpiredHappened'),
    kept: message('nothingLeft'),
    next: message('tokenExpiredNext'),
  }),
  nothingToOffer: () => ({
    title: message('nothingToOfferTitle'),
    happened: message('nothingToOfferHappened'),
    kept: message('nothingLost'),
    next: message('nothingToOfferNext'),
  }),
  providerFailed: (detail) => ({
    title: detail ? message('providerFailedTitle', [detail]) : message('someProviderFailedTitle'),
    happened: message('providerFailedHappened'),
    kept: message('providerFailedKept'),
    next: message('providerFailedNext'),
  }),
  credentialNotFound: () => ({
    title: message('credentialNotFoundTitle'),
    happened: message('credentialNotFoundHappened'),
    kept: message('credentialNotFoundKept'),
    next: message('credentialNotFoundNext'),
  }),
  notFillable: (detail) => ({
    title: message('notFillableTitle'),
    happened: wordOf(UNFILLABLE, detail) ?? message('notFillableHappened'),
    kept: message('notFillableKept'),
    next: message('notFillableNext'),
  }),
  badSetUpLink: (detail) => ({
    title: message('badSetUpLinkTitle'),
    happened: wordOf(LINK_FAULTS, detail) ?? message('badSetUpLinkHappened'),
    kept: message('badSetUpLinkKept'),
    next: message('badSetUpLinkNext'),
  }),
  noCodeInPicture: () => ({
    title: message('noCodeInPictureTitle'),
    happened: message('noCodeInPictureHappened'),
    kept: message('badSetUpLinkKept'),
    next: message('noCodeInPictureNext'),
  }),
  severalCodesInPicture: () => ({
    title: message('severalCodesInPictureTitle'),
    happened: message('severalCodesInPictureHappened'),
    kept: message('badSetUpLinkKept'),
    next: message('severalCodesInPictureNext'),
  }),
  pictureNotRead: () => ({
    title: message('pictureNotReadTitle'),
    happened: message('pictureNotReadHappened'),
    kept: message('badSetUpLinkKept'),
    next: message('pictureNotReadNext'),
  }),
  pageNotSeen: () => ({
    title: message('pageNotSeenTitle'),
    happened: message('pageNotSeenHappened'),
    kept: message('badSetUpLinkKept'),
    next: message('pageNotSeenNext'),
  }),
  matchedExcludedCredential: () => ({
    title: message('matchedExcludedCredentialTitle'),
    happened: message('matchedExcludedCredentialHappened'),
    kept: message('matchedExcludedCredentialKept'),
    next: message('matchedExcludedCredentialNext'),
  }),
  badRequest: () => ({
    title: message('badRequestTitle'),
    happened: message('badRequestHappened'),
    kept: message('nothingLost'),
    next: message('badRequestNext'),
  }),
  answerTooLong: () => ({
    title: message('answerTooLongTitle'),
    happened: message('answerTooLongHappened'),
    kept: message('nothingLost'),
    next: message('answerTooLongNext'),
  }),
  busy: () => ({
    title: message('busyTitle'),
    happened: message('busyHappened'),
    kept: message('nothingLost'),
    next: message('busyNext'),
  }),
  pageChanged: () => ({
    title: message('pageChangedTitle'),
    happened: message('pageChangedHappened'),
    kept: message('pageChangedKept'),
    next: message('pageChangedNext'),
  }),
  timedOut: () => ({
    title: message('timedOutTitle'),
    happened: message('timedOutHappened'),
    kept: message('nothingLost'),
    next: message('timedOutNext'),
  }),
};

/**
 * @param {Record<string, () => string>} table
 * @param {string | null} code
 */
function wordOf(table, code) {
  return code !== null && Object.hasOwn(table, code) ? table[code]() : null;
}

/**
 * @param {string} state a connection state
 * @returns {Problem}
 */
export function connectionProblem(state) {
  return (CONNECTION_PROBLEMS[state] ?? CONNECTION_PROBLEMS.hostEnded)();
}

/**
 * @param {string} reason why this profile is not connected: the broker's reason, or a connection state
 * @returns {Problem}
 */
export function pairingProblem(reason) {
  if (Object.hasOwn(CONNECTION_PROBLEMS, reason)) return connectionProblem(reason);
  const wording = (Object.hasOwn(PAIRING_PROBLEMS, reason) ? PAIRING_PROBLEMS[reason] : PAIRING_PROBLEMS.unknownKey)();
  return { title: message('notPairedTitle'), ...wording, kept: message('nothingLeft'), command: null, retry: false, connect: true };
}

/**
 * @param {string} code a failure's code
 * @param {string | null} detail
 * @returns {Problem}
 */
export function failureProblem(code, detail) {
  if (Object.hasOwn(CONNECTION_PROBLEMS, code)) return connectionProblem(code);
  if (code === 'notPaired') return pairingProblem('unknownKey');
  const wording = Object.hasOwn(FAILURES, code) ? FAILURES[code](detail) : FAILURES.providerFailed(null);
  return { ...wording, command: null, retry: false };
}
