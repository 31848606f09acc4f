// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check
"use strict";

// Passkeys at a page: the server's JSON options in, the browser's JSON response out. Passwords and codes need no script.

/** How long one conditional request stays open before a fresh challenge takes its place, in milliseconds. */
const CONDITIONAL_REQUEST_TIME = 4 * 60 * 1000;

/** @type {AbortController | undefined} The one request that may be open at a time. */
let openRequest;

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
  if (typeof credential.toJSON === "function") return credential.toJSON();
  const response = { clientDataJSON: base64url(credential.response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const value = credential.response[name];
    if (value instanceof ArrayBuffer) response[name] = base64url(value);
  }
  if (typeof credential.response.getTransports === "function") response.transports = credential.response.getTransports();
  return {
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  };
}

/** @param {string} path @param {unknown} [body] */
async function post(path, body) {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: JSON.stringify(body ?? {}),
  });
  if (answer.status === 403) throw new Error("This page is out of date. Reload it and try again.");
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(json.problem ?? "The site could not be reached. Try again.");
  return json;
}

/** @param {string} text */
function showProblem(text) {
  const flash = document.getElementById("flash");
  if (!flash) return;
  flash.className = "flash flash-problem";
  flash.setAttribute("role", "alert");
  flash.textContent = text;
}

/** Ends the request that is open, so that another one may start. */
function startRequest() {
  openRequest?.abort();
  openRequest = new AbortController();
  return openRequest;
}

/** @param {CredentialMediationRequirement} mediation */
async function signIn(mediation) {
  const request = startRequest();
  const options = await post("/passkeys/authentication/options");
  if (request.signal.aborted) return;
  const credential = await navigator.credentials.get({
    publicKey: requestOptions(options), mediation, signal: request.signal,
  });
  const { next } = await post("/passkeys/authentication", responseJSON(credential));
  location.assign(next);
}

/** Offers passkeys in the user-name field for as long as the page is open. */
async function offerInField() {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const renewal = setTimeout(offerInField, CONDITIONAL_REQUEST_TIME);
  try {
    await signIn("conditional");
  } catch (error) {
    clearTimeout(renewal);
    if (error?.name === "AbortError") return;
    if (error?.name !== "NotAllowedError") showProblem(error.message);
  }
}

/**
 * Runs a ceremony with its button at rest; tells whether it succeeded.
 * @param {HTMLButtonElement} button @param {() => Promise<void>} ceremony @param {string} refusal
 */
async function run(button, ceremony, refusal) {
  button.disabled = true;
  try {
    await ceremony();
    return true;
  } catch (error) {
    if (error?.name === "InvalidStateError") showProblem("This device has a passkey for your account already.");
    else showProblem(error instanceof DOMException ? refusal : error.message);
    return false;
  } finally {
    button.disabled = false;
  }
}

const signInButton = document.getElementById("passkey-button");
const addButton = document.getElementById("add-passkey");

if (!("PublicKeyCredential" in globalThis)) {
  for (const button of [signInButton, addButton]) button?.setAttribute("hidden", "");
} else {
  if (signInButton instanceof HTMLButtonElement) {
    signInButton.addEventListener("click", async () => {
      const signedIn = await run(
        signInButton, () => signIn("optional"), "No passkey was used. You can try again or use your password.");
      // The button's request has taken the place of the one in the field.
      if (!signedIn) offerInField();
    });
    offerInField();
  }
  if (addButton instanceof HTMLButtonElement) {
    addButton.addEventListener("click", () =>
      run(addButton, async () => {
        const options = await post("/passkeys/registration/options");
        const credential = await navigator.credentials.create({ publicKey: creationOptions(options) });
        const { next } = await post("/passkeys/registration", responseJSON(credential));
        location.assign(next);
      }, "No passkey was added. You can try again."));
  }
}
