// Finds folders with too many files, and files and functions with too many lines. Tests may be longer.
// Usage: node scripts/check/sizes.mjs [path …]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { code, listFiles } from './source-files.mjs';

/** @type {typeof import('typescript')} */
const ts = createRequire(join(process.cwd(), 'package.json'))('typescript');

export const maxima = { filesOfFolder: 22, linesOfFile: 300, linesOfFunction: 100 };

/** Folders and files that may be larger, each with its reason. */
const exceptions = [
  { path: /^\.$/, why: 'tools expect their files at the root, and every checkout adds some' },
  { path: /^server\/db\/migrations$/, why: 'each change of the schema adds a file' },
  { path: /^web\/public\/social$/, why: 'each public page has a picture' },
  {
    path: /^tracker\/tracker\.ts$/,
    why: 'one script in the order that compresses best, and released under the hash of these bytes',
  },
];

const isAllowed = (/** @type {string} */ path) => exceptions.some((exception) => exception.path.test(path));
const test = /\.(?:test|story)\.\w+$/;

/**
 * Folders with too many files directly in them.
 * @param {string[]} files
 * @returns {string[]}
 */
export function findLargeFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const folder = file.split('/').slice(0, -1).join('/') || '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxima.filesOfFolder && !isAllowed(folder))
    .map(([folder, count]) => `${folder}: ${count} files, at most ${maxima.filesOfFolder}`);
}

/**
 * A file with too many lines, and its functions with too many.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function findLongCode(file, source) {
  if (test.test(file) || isAllowed(file)) return [];
  const found = [];
  const lines = source.trimEnd().split('\n').length;
  if (lines > maxima.linesOfFile) found.push(`${file}: ${lines} lines, at most ${maxima.linesOfFile}`);
  if (lines <= maxima.linesOfFunction || !code.test(file)) return found;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lineAt = (/** @type {number} */ offset) => tree.getLineAndCharacterOfPosition(offset).line + 1;
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node)) {
      const first = lineAt(node.getStart(tree));
      const length = lineAt(node.end) - first + 1;
      if (length > maxima.linesOfFunction)
        found.push(`${file}:${first}: a function of ${length} lines, at most ${maxima.linesOfFunction}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = process.argv.slice(2);
  const files = listFiles(paths.length > 0 ? paths : ['.']);
  const checked = files.filter((file) => code.test(file) || file.endsWith('.css'));
  const found = [
    ...findLargeFolders(files),
    ...checked.flatMap((file) => findLongCode(file, readFileSync(file, 'utf8'))),
  ];
  for (const line of found) console.log(line);
  console.log(`${found.length} too large in ${files.length} files`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
