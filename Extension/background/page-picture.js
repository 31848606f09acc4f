// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A picture of what a tab shows, small enough for the host. It is taken by the browser from its window, so that a code on a canvas, in a
// drawing or in a frame of another site is in it, and the page has nothing to do with it.

/** The most characters of a picture in base64; a message has 256 KiB with everything. */
const MOST_CHARACTERS = 224 * 1024;
/** Ways to write a picture that is too large, from the finest: parts of its width, and qualities of WebP. */
const COARSER = Object.freeze([[1, 0.8], [1, 0.5], [0.5, 0.8], [0.5, 0.4], [0.25, 0.6]]);
const CHUNK = 0x8000;

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

/**
 * Writes a picture again, coarser.
 * @param {string} url of the picture, a `data:` one
 * @param {number} scale @param {number} quality
 * @returns {Promise<string>} in base64
 */
async function drawnAgain(url, scale, quality) {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  // The compiler's library does not know it yet.
  const { OffscreenCanvas } = /** @type {any} */ (globalThis);
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return base64Of(new Uint8Array(await blob.arrayBuffer()));
}

/**
 * @param {object} parts
 * @param {any} parts.tabs
 * @param {typeof drawnAgain} [parts.drawAgain]
 */
export function createPagePicture({ tabs, drawAgain = drawnAgain }) {
  return {
    /**
     * @param {number} tab
     * @returns {Promise<string | null>} PNG or WebP in base64; null where the tab is not in front or the browser shows it to no extension
     */
    async of(tab) {
      try {
        const { windowId, active } = await tabs.get(tab);
        if (!active) return null;
        const url = await tabs.captureVisibleTab(windowId, { format: 'png' });
        const picture = url.slice(url.indexOf(',') + 1);
        if (picture.length <= MOST_CHARACTERS) return picture;
        for (const [scale, quality] of COARSER) {
          const coarser = await drawAgain(url, scale, quality);
          if (coarser.length <= MOST_CHARACTERS) return coarser;
        }
      } catch {
        // A page of the browser's own, or a tab that has gone.
      }
      return null;
    },
  };
}
