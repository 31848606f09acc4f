// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Writes OUT_DIR/chromium and OUT_DIR/firefox: the same sources under two manifests.
// What is reviewed is what ships: files are copied, and those that every page gets are joined, never transformed.

import { cp, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCE = dirname(fileURLToPath(import.meta.url));
const BROWSERS = ['chromium', 'firefox'];
const FOLDERS = ['_locales', 'background', 'content', 'health', 'icons', 'popup', 'shared'];

/**
 * Where the scripts that every page gets in a world are joined. A browser takes as long to begin a script as to read a few thousand signs of it,
 * so they are one file for each world, byte for byte in the manifest's order.
 * @param {{world?: string}} script
 */
const joinedName = ({ world }) => (world === 'MAIN' ? 'content/every-page.js' : 'content/every-frame.js');

/**
 * The manifest of one browser: the common members and the browser's own, which win.
 * @param {string} browser
 * @returns {Promise<Record<string, any>>}
 */
export async function mergedManifest(browser) {
  const [base, own] = await Promise.all(
    ['base', browser].map(async (name) =>
      JSON.parse(await readFile(join(SOURCE, 'manifest', `${name}.json`), 'utf8')),
    ),
  );
  return { ...base, ...own };
}

/**
 * Writes both folders, replacing what an earlier run left there.
 * @param {string} outDirectory
 */
export async function build(outDirectory) {
  for (const browser of BROWSERS) {
    const target = join(outDirectory, browser);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    for (const folder of FOLDERS) {
      await cp(join(SOURCE, folder), join(target, folder), { recursive: true });
    }
    const manifest = await mergedManifest(browser);
    for (const script of manifest.content_scripts) {
      const parts = await Promise.all(script.js.map((/** @type {string} */ file) => readFile(join(target, file))));
      for (const file of script.js) {
        await rm(join(target, file));
        // The folder goes with its last file.
        await rmdir(dirname(join(target, file))).catch(() => {});
      }
      script.js = [joinedName(script)];
      await writeFile(join(target, script.js[0]), Buffer.concat(parts));
    }
    await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const outDirectory = process.argv[2];
  if (!outDirectory) {
    process.stderr.write('usage: node build.mjs OUT_DIR\n');
    process.exit(64);
  }
  await build(resolve(outDirectory));
}
