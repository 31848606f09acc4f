// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { FIELD_SCRIPTS } from '../background/field-scripts.js';
import { build } from '../build.mjs';

const SOURCE = new URL('../', import.meta.url);

async function built() {
  const folder = await mkdtemp(join(tmpdir(), 'passfold-extension-'));
  await build(folder);
  return folder;
}

test('builds for both browsers from one source, with every file that a manifest names', async () => {
  const folder = await built();
  for (const browser of ['chromium', 'firefox']) {
    const manifest = JSON.parse(await readFile(join(folder, browser, 'manifest.json'), 'utf8'));
    const named = [
      'health/health.html', 'health/health.css', 'health/health.js',
      ...Object.values(manifest.icons), manifest.action.default_popup, ...manifest.content_scripts.flatMap(({ js }) => js), ...FIELD_SCRIPTS,
      manifest.background.service_worker ?? manifest.background.scripts[0],
    ];
    for (const file of named) assert.ok(existsSync(join(folder, browser, file)), file);
    assert.equal(manifest.content_security_policy.extension_pages, "script-src 'self'; object-src 'none'");
    assert.equal(manifest.web_accessible_resources, undefined);
    // A browser refuses an extension without the texts of its default language.
    assert.equal(manifest.default_locale, 'en');
    assert.deepEqual(await readdir(join(folder, browser, '_locales')), await readdir(new URL('_locales/', SOURCE)));
    for (const script of manifest.content_scripts) {
      assert.ok(script.all_frames && script.match_about_blank && script.match_origin_as_fallback && script.run_at === 'document_start');
    }
    const sources = JSON.parse(await readFile(new URL('manifest/base.json', SOURCE), 'utf8')).content_scripts;
    for (const [index, { js }] of sources.entries()) {
      const parts = await Promise.all(js.map((/** @type {string} */ file) => readFile(new URL(file, SOURCE), 'utf8')));
      const [joined] = manifest.content_scripts[index].js;
      assert.equal(await readFile(join(folder, browser, joined), 'utf8'), parts.join(''), 'the parts must be joined byte for byte in the manifest’s order');
    }
    assert.equal(existsSync(join(folder, browser, 'test')), false);
  }
  await rm(folder, { recursive: true });
});

test('the documented Chromium id is the one that the key yields', async () => {
  const { key } = JSON.parse(await readFile(new URL('manifest/chromium.json', SOURCE), 'utf8'));
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  const id = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  assert.match(await readFile(new URL('README.md', SOURCE), 'utf8'), new RegExp(`\`${id}\``));
});

test('no script turns text into markup, runs text as code, or posts messages to any origin', async () => {
  for (const folder of ['background', 'content', 'health', 'popup', 'shared']) {
    for (const file of await readdir(new URL(`${folder}/`, SOURCE), { recursive: true })) {
      if (!file.endsWith('.js')) continue;
      const text = await readFile(new URL(`${folder}/${file}`, SOURCE), 'utf8');
      assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|postMessage\([^)]*'\*'/, file);
    }
  }
});
