// Downloads the filter lists of a content blocker for the stories that use one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, inRoot, run } from '../run.mjs';

// Not in package.json, because only these stories need its 25 MB. Pinned by hash, as in a lock file.
const source = '@adguard/dnr-rulesets@3.3.20260320140136';
const archive = 'adguard-dnr-rulesets-3.3.20260320140136.tgz';
const integrity =
  'sha512-n0DqlWWlDYs4P6UdG1H5HQR/nVCMMxq6B6JMj6gvcP4uMvjmLKQw6rPg07vy5+Mn0ty9Q/3OYQldiHsqNSPzuQ==';
/** Advertising (it includes EasyList) and tracking. */
const rulesets = ['ruleset_2', 'ruleset_3'];

/** Returns a folder with one text file per list. Downloads it once. */
export async function ensureBlockerLists() {
  const folder = inRoot('.cache', 'blocker-lists', archive.replace('.tgz', ''));
  if (existsSync(folder)) return folder;
  const work = `${folder}-${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    const packed = await run('npm', ['pack', source, '--silent', '--pack-destination', work], {
      capture: true,
      shell: process.platform === 'win32',
    });
    if (packed.code !== 0) fail(`Fetching the blocker lists failed:\n${packed.output}`);
    const hash = createHash('sha512')
      .update(readFileSync(join(work, archive)))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) fail(`${archive} has an unexpected hash: sha512-${hash}`);
    const paths = rulesets.map((name) => `package/dist/filters/declarative/${name}/${name}.json`);
    const unpacked = await run('tar', ['-xzf', join(work, archive), '-C', work, ...paths], { capture: true });
    if (unpacked.code !== 0) fail(`Unpacking the blocker lists failed:\n${unpacked.output}`);
    const lists = `${work}/lists`;
    mkdirSync(lists);
    for (const [index, path] of paths.entries()) {
      const [{ metadata }] = JSON.parse(readFileSync(join(work, path), 'utf8'));
      writeFileSync(join(lists, `${rulesets[index]}.txt`), metadata.rawFilterList);
    }
    renameSync(lists, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
