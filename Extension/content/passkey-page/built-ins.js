// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The first of the scripts in the page's own world, which run before any script of the page and offer Passfold's passkeys
// through the standard functions of `navigator.credentials`. They contain no secrets and no lists. The manifest names them in order.
//
// A page may change any built-in afterwards, so this script captures what the scripts use later. They share their parts in
// `PassfoldPage`, which the last script deletes before the page's first script can see it.

(() => {
  // There are no passkeys without a secure context or for an opaque origin: leave everything as it is.
  if (!isSecureContext || !navigator.credentials || typeof PublicKeyCredential === 'undefined' || self.origin === 'null') return;
  // A window may get these scripts twice, with its first, empty document and with the next. It keeps the stand-ins of the first. They are
  // recognised by the text of a proxy, which differs from that of the browser's named functions.
  if (`${CredentialsContainer.prototype.get}` === `${new globalThis.Proxy(() => {}, {})}`) return;

  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { create: createObject, freeze, getPrototypeOf, setPrototypeOf } = Object;
  const { bind } = Function.prototype;
  const { atob, btoa, DOMException, MessageChannel, Promise, Proxy, TypeError, Uint8Array } = globalThis;

  /** @param {object} prototype @param {PropertyKey} name */
  const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name)?.get;

  /** The getters of a view of a buffer. @param {object} prototype */
  const viewGetters = (prototype) => freeze({
    __proto__: null,
    buffer: getter(prototype, 'buffer'),
    offset: getter(prototype, 'byteOffset'),
    length: getter(prototype, 'byteLength'),
    tag: getter(prototype, Symbol.toStringTag),
  });

  const builtIns = freeze({
    __proto__: null,
    apply, defineProperty, getOwnPropertyDescriptor, createObject, freeze, setPrototypeOf,
    ownKeys: Reflect.ownKeys,
    iterator: Symbol.iterator,
    atob, btoa, DOMException, MessageChannel, Promise, Proxy, TypeError, Uint8Array,
    setTimer: apply(bind, globalThis.setTimeout, [globalThis]),
    clearTimer: apply(bind, globalThis.clearTimeout, [globalThis]),
    parse: JSON.parse,
    stringify: JSON.stringify,
    fromCharCode: String.fromCharCode,
    charCodeAt: String.prototype.charCodeAt,
    replace: String.prototype.replace,
    includes: Array.prototype.includes,
    getRandomValues: apply(bind, crypto.getRandomValues, [crypto]),
    isView: ArrayBuffer.isView,
    isArray: Array.isArray,
    typedArray: viewGetters(getPrototypeOf(Uint8Array.prototype)),
    view: viewGetters(DataView.prototype),
    bufferLength: getter(ArrayBuffer.prototype, 'byteLength'),
    bufferResizable: getter(ArrayBuffer.prototype, 'resizable'),
    windowOf: getter(Document.prototype, 'defaultView'),
    signalAborted: getter(AbortSignal.prototype, 'aborted'),
    signalReason: getter(AbortSignal.prototype, 'reason'),
    abortedSignal: apply(bind, AbortSignal.abort, [AbortSignal]),
    getCredential: CredentialsContainer.prototype.get,
    then: Promise.prototype.then,
    sort: Array.prototype.sort,
    addListener: EventTarget.prototype.addEventListener,
    removeListener: EventTarget.prototype.removeEventListener,
    postMessage: MessagePort.prototype.postMessage,
    setOnMessage: getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')?.set,
    postToWindow: apply(bind, window.postMessage, [window]),
    getOfMap: Map.prototype.get,
    hasInMap: Map.prototype.has,
    setOfMap: Map.prototype.set,
    deleteOfMap: Map.prototype.delete,
    getOfWeakMap: WeakMap.prototype.get,
    hasInWeakMap: WeakMap.prototype.has,
    setOfWeakMap: WeakMap.prototype.set,
  });
  defineProperty(globalThis, 'PassfoldPage', { value: { __proto__: null, builtIns }, configurable: true });
})();
