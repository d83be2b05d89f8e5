import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Writes a folder of built pages: contents by file name. The test deletes it. */
export function makePagesFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-pages-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
