import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Folders {
  migrations: string;
  trackerReleases: string;
  /** Undefined before the pages are built. */
  pages: string | undefined;
}

/** The folders the server reads from. Finds the project's root from the source files as well as from the bundle. */
export function resolveFolders(): Folders {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, 'package.json'))) {
    if (dirname(root) === root) throw new Error('the project folder (with package.json) was not found');
    root = dirname(root);
  }
  const pages = join(root, 'build', 'web', 'client');
  return {
    migrations: join(root, 'server', 'db', 'migrations'),
    trackerReleases: join(root, 'tracker', 'releases'),
    pages: existsSync(pages) ? pages : undefined,
  };
}

/** The segment store of this machine. */
export const toSegmentsFolder = (dataDir: string): string => join(dataDir, 'segments');

/** Where an operator puts the lists of content blockers. */
export const toBlockListsFolder = (dataDir: string): string => join(dataDir, 'block-lists');
