// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The shortcut that fills. It opens the popup for the field that the person is in, and fills nothing by itself.

const FILL = 'fill-field';

/**
 * @param {object} parts
 * @param {any} parts.commands
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {(frame: import('./frames.js').Frame) => void} parts.start begins what its field is for
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {(tab: number) => void} parts.openPopup
 */
export function listenToShortcuts({ commands, frames, start, activeTab, openPopup }) {
  commands.onCommand.addListener(async (/** @type {string} */ command) => {
    const tab = command === FILL ? await activeTab() : null;
    if (tab === null) return;
    const frame = frames.focusedIn(tab);
    if (frame === null) openPopup(tab);
    else start(frame);
  });
}
