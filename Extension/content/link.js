// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Handles the user's click on a set-up link for one-time codes; a script's click is left to the page.

globalThis.PassfoldLink ??= (() => {
  const SCHEMES = new Set(['otpauth:', 'apple-otpauth:']);

  /**
   * @param {MouseEvent} event
   * @returns {string | null} the link's URL if it is the user's plain click on a set-up link
   */
  function setUpURLOf(event) {
    if (!event.isTrusted || event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    for (const node of event.composedPath()) {
      if (node instanceof HTMLAnchorElement) return SCHEMES.has(node.protocol) ? node.href : null;
    }
    return null;
  }

  /**
   * @param {(url: string) => void} take
   * @returns {(event: MouseEvent) => void} a listener for a window's clicks, to run before those of the page
   */
  function listener(take) {
    return (event) => {
      const url = setUpURLOf(event);
      if (url === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      take(url);
    };
  }

  return Object.freeze({ listener, setUpURLOf });
})();
