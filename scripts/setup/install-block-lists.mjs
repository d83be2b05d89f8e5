// Puts lists of content blockers where checks of sites read them. They are not part of Northlight: their licence is GPL-3.0.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inRoot } from '../run.mjs';
import { ensureBlockerLists } from './ensure-blocker-lists.mjs';

const names = { 'ruleset_2.txt': 'adguard-base.txt', 'ruleset_3.txt': 'adguard-tracking-protection.txt' };

const lists = await ensureBlockerLists();
const folder = resolve(inRoot(), process.env.DATA_DIR || './data', 'block-lists');
mkdirSync(folder, { recursive: true, mode: 0o700 });
for (const [source, name] of Object.entries(names)) {
  copyFileSync(join(lists, source), join(folder, name));
  console.log(`Installed ${join(folder, name)}.`);
}
