// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Requests over the native port: numbers them and passes views and answers to the caller.

import { FINAL_ANSWERS } from '../shared/messages.js';

/**
 * @typedef {object} RequestHandle
 * @property {Promise<any>} answer the final message: the request's answer or a `failure`
 * @property {() => void} cancel
 * @property {(view: number, action: string, row?: string) => void} sendViewEvent
 */

/**
 * @typedef {object} ViewListener
 * @property {(view: any) => void} [present]
 * @property {() => void} [dismiss]
 */

/** @param {{send(message: object): boolean, breakOff(): void, readonly state: string}} nativePort */
export function createRequests(nativePort) {
  let lastId = 0;
  /** @type {Map<number, {expected: string, listener: ViewListener, finish: (message: any) => void}>} */
  const open = new Map();

  return {
    /**
     * @param {keyof typeof FINAL_ANSWERS} type
     * @param {object} members
     * @param {ViewListener} [listener]
     * @returns {RequestHandle}
     */
    open(type, members, listener = {}) {
      lastId += 1;
      const id = lastId;
      /** @type {(message: any) => void} */
      let resolve = () => {};
      const answer = new Promise((settle) => {
        resolve = settle;
      });
      /** @param {any} message */
      const finish = (message) => {
        open.delete(id);
        resolve(message);
      };
      open.set(id, { expected: FINAL_ANSWERS[type], listener, finish });
      if (!nativePort.send({ ...members, type, id })) {
        const code = nativePort.state === 'ready' ? 'badRequest' : nativePort.state;
        finish({ type: 'failure', id, code, exception: null, detail: null });
      }
      return {
        answer,
        cancel() {
          if (open.has(id)) nativePort.send({ type: 'cancel', id });
        },
        sendViewEvent(view, action, row) {
          if (!open.has(id)) return;
          nativePort.send({ type: 'view-event', id, view, action, ...(row === undefined ? {} : { row }) });
        },
      };
    },

    /** @param {any} message a message from `readHostMessage` */
    receive(message) {
      const request = open.get(message.id);
      // A request that was cancelled here may still be answered: that answer is ignored.
      if (request === undefined) return;
      if (message.type === 'present') request.listener.present?.(message.view);
      else if (message.type === 'dismiss') request.listener.dismiss?.();
      else if (message.type === 'failure' || message.type === request.expected) request.finish(message);
      else nativePort.breakOff();
    },

    /** @param {string} state why the connection ended; it becomes the code of every open request's failure */
    connectionEnded(state) {
      for (const [id, request] of [...open]) {
        request.finish({ type: 'failure', id, code: state, exception: null, detail: null });
      }
    },
  };
}
