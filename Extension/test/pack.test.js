// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The packed extension: the same sources give the same bytes on any computer and at any time.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Returns a copy of the files to pack, with their own dates. @param {Date} date */
async function clone(date) {
  const folder = await mkdtemp(join(tmpdir(), 'passfold-clone-'));
  await cp(join(ROOT, 'Extension'), join(folder, 'Extension'), { recursive: true });
  await cp(join(ROOT, 'scripts/pack-extension'), join(folder, 'scripts/pack-extension'));
  for (const name of await readdir(join(folder, 'Extension'), { recursive: true })) await utimes(join(folder, 'Extension', name), date, date);
  return folder;
}

/** @param {string} folder @param {string} umask @param {Record<string, string>} environment */
async function pack(folder, umask, environment) {
  const command = `umask ${umask} && exec "$0" out`;
  await run('sh', ['-c', command, join(folder, 'scripts/pack-extension')], { cwd: folder, env: { ...process.env, ...environment } });
  return readFile(join(folder, 'out/SHA256SUMS'), 'utf8');
}

/** Returns the names, dates and permissions in a ZIP file, from its directory. @param {Buffer} archive */
function entries(archive) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = archive.readUInt16LE(at + 28);
    found.push({
      name: archive.toString('utf8', at + 46, at + 46 + length),
      method: archive.readUInt16LE(at + 10),
      time: archive.readUInt32LE(at + 12),
      mode: archive.readUInt32LE(at + 38) >>> 16,
    });
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return found;
}

test('two clones with different dates, umasks, time zones and languages are packed to the same bytes', async (t) => {
  const clones = [await clone(new Date('2001-02-03T04:05:06Z')), await clone(new Date('2026-07-08T09:10:11Z'))];
  t.after(() => Promise.all(clones.map((folder) => rm(folder, { recursive: true }))));
  const sums = [
    await pack(clones[0], '077', { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', SOURCE_DATE_EPOCH: '1' }),
    await pack(clones[1], '002', { TZ: 'America/Los_Angeles', LC_ALL: 'tr_TR.UTF-8', SOURCE_DATE_EPOCH: '1700000000' }),
  ];
  assert.match(sums[0], /^[0-9a-f]{64} {2}passfold-[\d.]+-chromium\.zip\n[0-9a-f]{64} {2}passfold-[\d.]+-firefox\.xpi\n$/);
  assert.equal(sums[0], sums[1]);
  // The bytes count, not the packer's own list.
  for (const name of sums[0].match(/passfold-\S+/g) ?? []) {
    const [one, other] = await Promise.all(clones.map((folder) => readFile(join(folder, 'out', name))));
    assert.ok(one.equals(other), name);
    const listed = entries(one);
    assert.deepEqual(listed.map((entry) => entry.name), listed.map((entry) => entry.name).sort());
    assert.ok(listed.some((entry) => entry.name === 'manifest.json'));
    assert.deepEqual([...new Set(listed.map(({ method, time, mode }) => `${method} ${time} ${mode.toString(8)}`))], [`0 ${0x00210000} 100644`]);
    assert.ok(!listed.some((entry) => /^(test|training|manifest)\//.test(entry.name)));
  }
});

test('the package for the store has no key, and the unpacked folder keeps it', async (t) => {
  const folder = await clone(new Date());
  t.after(() => rm(folder, { recursive: true }));
  const sums = await pack(folder, '022', {});
  const archive = await readFile(join(folder, 'out', /** @type {string} */ (/\S+\.zip/.exec(sums)?.[0])));
  assert.doesNotMatch(archive.toString('latin1'), /"key": "MII/);
  assert.match(await readFile(join(folder, 'out/chromium/manifest.json'), 'utf8'), /"key": "MII/);
});

test('a hidden file, a file of an unknown kind and a link are refused by name, and nothing is packed', async (t) => {
  for (const [make, words] of /** @type {[(folder: string) => Promise<void>, RegExp][]} */ ([
    [(folder) => writeFile(join(folder, 'shared/.texts.js.swp'), 'x'), /\.texts\.js\.swp is hidden/],
    [(folder) => writeFile(join(folder, 'shared/texts.js.orig'), 'x'), /texts\.js\.orig is of a kind/],
    [(folder) => symlink('/etc/hostname', join(folder, 'shared/host.js')), /host\.js is a link/],
  ])) {
    const folder = await clone(new Date());
    t.after(() => rm(folder, { recursive: true }));
    await make(join(folder, 'Extension'));
    await assert.rejects(pack(folder, '022', {}), words);
    assert.deepEqual((await readdir(join(folder, 'out'))).sort(), ['chromium', 'firefox']);
  }
});
