import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * Records a digest of the inputs of a build target. It covers contents, not file times, so that a new checkout of
 * the same files is not built again.
 * @param {string} name
 * @param {{ inputs: string[], outputs: string[] }} target
 * @param {string} [folder]
 */
export function createBuildStamp(name, { inputs, outputs }, folder = root) {
  const file = join(folder, 'build', '.stamps', name.replaceAll(' ', '-'));
  /** @type {string | undefined} */
  let digest;
  const readDigest = () => {
    digest ??= digestOf(folder, inputs);
    return digest;
  };
  return {
    isCurrent: () =>
      outputs.every((output) => existsSync(join(folder, output))) &&
      existsSync(file) &&
      readFileSync(file, 'utf8') === readDigest(),
    /** Call before building, so that an interrupted build does not count as done. */
    clear: () => {
      readDigest();
      rmSync(file, { force: true });
    },
    /** Records the inputs as they were before the build, so that a change during the build is built next time. */
    set: () => {
      mkdirSync(join(folder, 'build', '.stamps'), { recursive: true });
      writeFileSync(file, readDigest());
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
