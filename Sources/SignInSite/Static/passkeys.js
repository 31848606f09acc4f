// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check
"use strict";

// Passkeys in a page: converts the server's JSON options for the browser, and the browser's response to JSON. Passwords and codes need no
// script.

/** How long one conditional request stays open before a fresh challenge takes its place, in milliseconds. */
const CONDITIONAL_REQUEST_TIME = 4 * 60 * 1000;

/** @type {AbortController | undefined} The open request; only one can be open at a time. */
let openRequest;

/** The number of running ceremonies that the user began with a button. The page must not end them by itself. */
let begunByPerson = 0;

/** The signals under way. Their list lacks a passkey that is created meanwhile, and the browser would remove it. */
let signals = Promise.resolve();

/** @param {string} text Base64url without padding. */
function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function base64url(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {any} json PublicKeyCredentialCreationOptionsJSON */
function creationOptions(json) {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function") {
    return PublicKeyCredential.parseCreationOptionsFromJSON(json);
  }
  return {
    ...json,
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: (json.excludeCredentials ?? []).map((entry) => ({ ...entry, id: bytes(entry.id) })),
  };
}

/** @param {any} json PublicKeyCredentialRequestOptionsJSON */
function requestOptions(json) {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function") {
    return PublicKeyCredential.parseRequestOptionsFromJSON(json);
  }
  return {
    ...json,
    challenge: bytes(json.challenge),
    allowCredentials: (json.allowCredentials ?? []).map((entry) => ({ ...entry, id: bytes(entry.id) })),
  };
}

/** @param {any} credential A PublicKeyCredential of either ceremony. */
function responseJSON(credential) {
  if (typeof credential.toJSON === "function") return withoutSecrets(credential.toJSON());
  const response = { clientDataJSON: base64url(credential.response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const value = credential.response[name];
    if (value instanceof ArrayBuffer) response[name] = base64url(value);
  }
  if (typeof credential.response.getTransports === "function") response.transports = credential.response.getTransports();
  return withoutSecrets({
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: { ...credential.getClientExtensionResults() },
    response,
  });
}

/** Removes the results of a PRF, which stay in the page and are never sent. @param {any} json */
function withoutSecrets(json) {
  const { prf, ...rest } = json.clientExtensionResults ?? {};
  return { ...json, clientExtensionResults: prf ? { ...rest, prf: { enabled: prf.enabled } } : rest };
}

/** The error of a ceremony that the site refused, with the text for the user. */
class Refusal extends Error {}

/** @param {string} path @param {unknown} [body] The body of a POST request; without one, the request is a GET. */
async function ask(path, body) {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
  const answer = await fetch(path, body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: JSON.stringify(body),
  });
  if (answer.status === 403) throw new Refusal("This page is out of date. Reload it and try again.");
  const json = await answer.json().catch(() => ({}));
  if (json.unknownCredential) await signal("signalUnknownCredential", json.unknownCredential);
  if (!answer.ok) throw new Refusal(json.problem ?? "The site could not be reached. Try again.");
  return json;
}

/** Sends a signal about passkeys to the browser if it supports them, and ignores the result. @param {string} name @param {unknown} value */
async function signal(name, value) {
  try {
    await PublicKeyCredential[name]?.(value);
  } catch {}
}

/** @param {string} text */
function showProblem(text) {
  const flash = document.getElementById("flash");
  if (!flash) return;
  flash.className = "flash flash-problem";
  flash.setAttribute("role", "alert");
  flash.textContent = text;
}

/** Ends the open request, so that another can start. */
function startRequest() {
  openRequest?.abort();
  openRequest = new AbortController();
  return openRequest;
}

/**
 * Performs a ceremony, from its options to the next page. The options may name a page instead, if something must be done there first.
 * @param {"create" | "get"} kind @param {string} path @param {CredentialMediationRequirement} mediation @param {object} wish @param {string} [query]
 */
async function ceremony(kind, path, mediation, wish, query = "") {
  const request = startRequest();
  const options = await ask(`${path}/options`, wish);
  if (options.next) return location.assign(options.next);
  if (kind === "create") await signals;
  if (request.signal.aborted) return;
  // Browsers without conditional creation reject any `mediation` for a creation, even the default.
  const how = kind === "create" && mediation !== "conditional" ? {} : { mediation };
  const credential = kind === "create"
    ? await navigator.credentials.create({ publicKey: creationOptions(options), signal: request.signal, ...how })
    : await navigator.credentials.get({ publicKey: requestOptions(options), signal: request.signal, ...how });
  const { next } = await ask(path + query, responseJSON(credential));
  location.assign(next);
}

/** Offers passkeys in the user-name field while the page is open. */
async function offerInField() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  // If the user pressed a button before the browser answered, its request is already open. It offers passkeys again here if it fails.
  if (begunByPerson > 0) return;
  const renewal = setTimeout(offerInField, CONDITIONAL_REQUEST_TIME);
  try {
    await ceremony("get", "/passkeys/authentication", "conditional", {});
  } catch (error) {
    clearTimeout(renewal);
    if (error?.name === "AbortError") return;
    if (error?.name !== "NotAllowedError") showProblem(error.message);
  }
}

/** Creates a passkey without asking the user, who has just signed in with a password. Failures are ignored. */
async function upgrade() {
  try {
    const can = await PublicKeyCredential.getClientCapabilities?.();
    // A request that the user has begun meanwhile is not ended for this.
    if (can?.conditionalCreate && openRequest === undefined) await ceremony("create", "/passkeys/registration", "conditional", { conditional: true });
  } catch {}
}

/** Sends signals so that the passkeys that the browser offers match the account. */
async function sendSignals() {
  if (!("signalAllAcceptedCredentials" in PublicKeyCredential)) return;
  try {
    const { allAcceptedCredentials, currentUserDetails } = await ask("/passkeys/signals");
    await signal("signalAllAcceptedCredentials", allAcceptedCredentials);
    await signal("signalCurrentUserDetails", currentUserDetails);
  } catch {}
}

/** Runs a button's ceremony, and disables the button meanwhile. @param {HTMLButtonElement} button */
async function run(button) {
  const { ceremony: kind, path, for: target, userName, refusal } = button.dataset;
  const field = userName ? document.getElementById(userName) : null;
  button.disabled = true;
  begunByPerson += 1;
  try {
    const wish = field instanceof HTMLInputElement ? { userName: field.value } : {};
    await ceremony(kind === "create" ? "create" : "get", path ?? "", "optional", wish, target ? `?for=${target}` : "");
  } catch (error) {
    if (error?.name === "InvalidStateError") showProblem("This device has a passkey for your account already.");
    else showProblem(error instanceof Refusal ? error.message : refusal ?? "");
    // The button's request has replaced the one in the field.
    if (button === signInButton) offerInField();
  } finally {
    button.disabled = false;
    begunByPerson -= 1;
  }
}

const buttons = [...document.querySelectorAll("button[data-ceremony]")].filter((button) => button instanceof HTMLButtonElement);
const signInButton = document.getElementById("passkey-button");

if (!("PublicKeyCredential" in globalThis)) {
  for (const part of [...buttons, ...document.querySelectorAll("[data-passkey-part]")]) part.setAttribute("hidden", "");
} else {
  for (const button of buttons) button.addEventListener("click", () => run(button));
  if (signInButton) offerInField();
  if (document.querySelector("[data-signals]")) signals = sendSignals();
  if (document.querySelector("[data-passkey-upgrade]")) upgrade();
}
