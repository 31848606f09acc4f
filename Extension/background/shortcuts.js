// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The shortcut for filling. It opens the popup for the focused field and fills nothing itself.

const FILL = 'fill-field';

/**
 * @param {object} parts
 * @param {any} parts.commands
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {(frame: import('./frames.js').Frame) => void} parts.start starts the task for the frame's field
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
