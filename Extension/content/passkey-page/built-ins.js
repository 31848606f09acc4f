// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The first of the scripts in the page's own world, which run before any script of the page and offer Passfold's passkeys
// through the standard functions of `navigator.credentials`. They hold no secret and no list. The manifest names them in order.
//
// A page may change any built-in afterwards, so what the scripts use later is captured here. They hand one another their
// parts in `PassfoldPage`, which the last one takes away before the page's first script can see it.

(() => {
  // No passkeys without a secure context or for an opaque origin: leave everything as it is.
  if (!isSecureContext || !navigator.credentials || typeof PublicKeyCredential === 'undefined' || self.origin === 'null') return;
  // A window that gets these scripts twice, with its first empty document and the next, keeps the stand-ins of the first.
  // A proxy has a text of its own, which no function of the browser has.
  if (`${CredentialsContainer.prototype.get}` === `${new globalThis.Proxy(() => {}, {})}`) return;

  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { create: createObject, freeze, getPrototypeOf, setPrototypeOf } = Object;
  const { bind } = Function.prototype;
  const { atob, btoa, DOMException, MessageChannel, Promise, Proxy, TypeError, Uint8Array } = globalThis;

  /** @param {object} prototype @param {PropertyKey} name */
  const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name)?.get;

  /** What tells about a view of a buffer. @param {object} prototype */
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
