import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const skippedFolders =
  /^(?:node_modules|build|data|test-results|playwright-report|releases|meta|\.(?!ci$).+)$/;

export const code = /\.(?:ts|tsx|mjs|cjs|js)$/;

/**
 * The files at and below some paths, without packages and generated files, with slashes and from the current folder.
 * @param {string[]} paths
 */
export function listFiles(paths) {
  return paths.flatMap(listBelow).map((path) => relative(process.cwd(), path).split(sep).join('/'));
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !(entry.isDirectory() && skippedFolders.test(entry.name)))
    .flatMap((entry) => listBelow(join(path, entry.name)));
}
