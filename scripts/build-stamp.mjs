import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Remembers from which inputs a part was built. Contents count, not times: a fresh checkout of the
 * same files builds nothing twice.
 * @param {string} name
 * @param {{ inputs: string[], outputs: string[] }} part
 * @param {string} [folder]
 */
export function stampedPart(name, { inputs, outputs }, folder = root) {
  const file = join(folder, 'build', '.stamps', name.replaceAll(' ', '-'));
  /** @type {string | undefined} */
  let digest;
  const now = () => {
    digest ??= digestOf(folder, inputs);
    return digest;
  };
  return {
    isCurrent: () =>
      outputs.every((output) => existsSync(join(folder, output))) &&
      existsSync(file) &&
      readFileSync(file, 'utf8') === now(),
    /** Before building: a build that is cut off must not look done. */
    clear: () => {
      now();
      rmSync(file, { force: true });
    },
    /** Writes what the inputs were before the build, so that a change during it is built next time. */
    set: () => {
      mkdirSync(join(folder, 'build', '.stamps'), { recursive: true });
      writeFileSync(file, now());
    },
  };
}

/**
 * @param {string} folder
 * @param {string[]} inputs
 */
function digestOf(folder, inputs) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of inputs) {
    for (const file of listFiles(folder, input)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .filter((name) => !/\.test\.\w+$/.test(name))
    .flatMap((name) => listFiles(folder, `${path}/${name}`));
}
