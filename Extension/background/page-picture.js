// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A picture of what a tab shows, small enough for the host. The browser takes it from its window, so that it includes codes on a canvas,
// in a drawing or in a frame of another site, and the page is not involved.

/** The maximum number of base64 characters of a picture; a complete message may have 256 KiB. */
const MOST_CHARACTERS = 224 * 1024;
/** The ways to re-encode a picture that is too large, finest first: scale, and WebP quality. */
const COARSER = Object.freeze([[1, 0.8], [1, 0.5], [0.5, 0.8], [0.5, 0.4], [0.25, 0.6]]);
const CHUNK = 0x8000;

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

/**
 * Re-encodes a picture at a lower scale and quality.
 * @param {string} url the picture's `data:` URL
 * @param {number} scale @param {number} quality
 * @returns {Promise<string>} the picture in base64
 */
async function drawnAgain(url, scale, quality) {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  // The compiler's library does not declare it yet.
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
     * @returns {Promise<string | null>} PNG or WebP in base64; null if the tab is not in front or the browser lets no extension see it
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
        // One of the browser's own pages, or a closed tab.
      }
      return null;
    },
  };
}
