// Finds archaic phrases in comments, texts, documents and names (rules and exceptions: language-rules.mjs).
// Usage: node scripts/check/language.mjs [--counts] [path …]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exceptions, nameRules, phraseRules } from './language-rules.mjs';
import { code, listFiles } from './source-files.mjs';

/** @typedef {import('./language-rules.mjs').Kind} Kind */
/** @typedef {{ file: string, line: number, kind: Kind | 'name', phrase: string, use: string, around: string }} Finding */

const root = process.cwd();
/** @type {typeof import('typescript')} */
const ts = createRequire(join(root, 'package.json'))('typescript');

const hashComments = /(?:\.(?:sh|yaml|conf|service)|Dockerfile|Caddyfile|ignore|\.ci\/run)$/;

/** Replaces code and links inside prose, so that no phrase is found across them. */
const gap = '\uE000';
/** Replaces the code between two comments or texts. */
const codeBetween = '\uE001';

/** @typedef {{ kind: Kind, start: number, end: number }} Region */

/**
 * The prose of a text file, and the names it declares or uses.
 * @param {string} file
 * @param {string} source
 * @returns {{ regions: Region[], names: { name: string, start: number }[] }}
 */
function extract(file, source) {
  if (code.test(file)) return extractCode(file, source);
  if (file.endsWith('.md'))
    return { regions: [{ kind: 'document', start: 0, end: source.length }], names: [] };
  const comments = file.endsWith('.sql')
    ? /--.*$/gm
    : file.endsWith('.css')
      ? /\/\*[\s\S]*?\*\//g
      : /(?:^|\s)#.*$/gm;
  if (!file.endsWith('.sql') && !file.endsWith('.css') && !hashComments.test(file))
    return { regions: [], names: [] };
  const regions = [...source.matchAll(comments)].map(({ index, 0: text }) => ({
    kind: /** @type {Kind} */ ('comment'),
    start: index,
    end: index + text.length,
  }));
  return { regions, names: [] };
}

/**
 * @param {string} file
 * @param {string} source
 */
function extractCode(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Region[]} */
  const regions = [];
  /** @type {{ name: string, start: number }[]} */
  const names = [];
  const addComment = (/** @type {number} */ start, /** @type {number} */ end) => {
    regions.push({ kind: 'comment', start, end });
  };
  const addText = (/** @type {number} */ start, /** @type {number} */ end) => {
    regions.push({ kind: 'text', start, end });
  };
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return addText(node.pos, node.end);
    const isTemplate = node.kind >= ts.SyntaxKind.TemplateHead && node.kind <= ts.SyntaxKind.TemplateTail;
    const isProse = ts.isStringLiteralLike(node) && /\s/.test(node.text);
    if (isTemplate || isProse) addText(node.getStart(tree) + 1, node.end - 1);
    if (ts.isIdentifier(node)) names.push({ name: node.text, start: node.getStart(tree) });
    const children = node.getChildren(tree);
    if (children.length === 0) {
      ts.forEachLeadingCommentRange(source, node.pos, addComment);
      ts.forEachTrailingCommentRange(source, node.end, addComment);
    }
    for (const child of children) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(tree);
  // Trivia between two tokens is reported by both.
  regions.sort((a, b) => a.start - b.start);
  return { regions, names };
}

const blank = (/** @type {string} */ text) => text.replaceAll(/\S/g, ' ');
const gapOut = (/** @type {string} */ text) => text.replaceAll(/\S/g, gap);

/**
 * The prose of one kind in one text, and where in the source an offset of it is.
 * @param {string} source
 * @param {Region[]} regions
 * @param {Kind} kind
 */
function joinProse(source, regions, kind) {
  let prose = '';
  let end = 0;
  /** @type {{ at: number, start: number }[]} */
  const pieces = [];
  for (const region of regions) {
    if (region.kind !== kind || region.start < end) continue;
    prose += source.slice(end, region.start).trim() === '' ? ' ' : codeBetween;
    pieces.push({ at: prose.length, start: region.start });
    prose += clean(source.slice(region.start, region.end), kind);
    end = region.end;
  }
  const toSource = (/** @type {number} */ offset) => {
    const piece = pieces.findLast(({ at }) => at <= offset);
    return piece ? piece.start + offset - piece.at : 0;
  };
  return { prose, toSource };
}

/**
 * Blanks comment marks, line breaks in texts, and everything in backticks: that is code.
 * @param {string} text
 * @param {Kind} kind
 */
function clean(text, kind) {
  if (kind === 'text') return text.replaceAll('\\n', '  ');
  if (kind === 'document') return text.replaceAll(/```[\s\S]*?```|``.*?``|`[^`\n]*`|\]\([^)]*\)/g, gapOut);
  return text.replaceAll(/^\s*(?:\/\*\*?|\*\/?|\/\/|#|--)|\*\/$/gm, blank).replaceAll(/`[^`\n]*`/g, gapOut);
}

/** One space of a rule matches any whitespace, so that a phrase is found across a line break. */
const phrases = phraseRules.map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.find.source.replaceAll(' ', '\\s+'), rule.exactCase ? 'g' : 'gi'),
}));

/** `takeLetter`, `take-letter.ts` and `TAKE_LETTER` become `take letter`. */
const toWords = (/** @type {string} */ name) =>
  name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * Findings in one file, without those the exceptions allow.
 * @param {string} file path from the root, with slashes
 * @param {string} source
 * @returns {Finding[]}
 */
export function scan(file, source) {
  const { regions, names } = extract(file, source);
  const lines = source.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const lineAt = (/** @type {number} */ offset) => starts.findLastIndex((start) => start <= offset) + 1;
  /** @type {Finding[]} */
  const findings = [];
  for (const kind of new Set(regions.map((region) => region.kind))) {
    const { prose, toSource } = joinProse(source, regions, kind);
    for (const { pattern, use, only } of phrases) {
      if (only && !only.includes(kind)) continue;
      for (const { index, 0: match } of prose.matchAll(pattern)) {
        const around = prose.slice(Math.max(0, index - 80), index + 80).replaceAll(/\s+/g, ' ');
        const phrase = match.trim().replaceAll(/\s+/g, ' ');
        findings.push({ file, line: lineAt(toSource(index)), kind, phrase, use, around });
      }
    }
  }
  const path = file.split('/').map(toWords).join(' / ');
  for (const { find, use } of nameRules) {
    if (find.test(path)) findings.push({ file, line: 1, kind: 'name', phrase: file, use, around: file });
  }
  /** @type {Set<string>} */
  const seen = new Set();
  for (const { name, start } of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const words = toWords(name);
    for (const { find, use } of nameRules) {
      if (find.test(words))
        findings.push({ file, line: lineAt(start), kind: 'name', phrase: name, use, around: name });
    }
  }
  return findings.filter((finding) => !isAllowed(finding)).sort((a, b) => a.line - b.line);
}

/** @param {Finding} finding */
function isAllowed({ file, kind, around }) {
  return exceptions.some(
    (exception) =>
      (exception.file?.test(file) ?? true) &&
      (exception.text?.test(around) ?? true) &&
      (exception.kinds?.includes(kind) ?? true),
  );
}

/** @param {Finding[]} findings */
function printCounts(findings) {
  printGroups(
    'By folder',
    findings.map(({ file }) => file.split('/').slice(0, -1).slice(0, 3).join('/') || '.'),
  );
  printGroups(
    'By phrase',
    findings.map(({ phrase }) => phrase.toLowerCase()),
  );
}

/**
 * @param {string} title
 * @param {string[]} keys
 */
function printGroups(title, keys) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  console.log(`${title}:`);
  for (const [key, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${count}`.padStart(6), key);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const files = listFiles(paths.length > 0 ? paths : ['.']);
  const scanned = files.filter(
    (file) => code.test(file) || /\.(?:md|sql|css)$/.test(file) || hashComments.test(file),
  );
  const findings = scanned.flatMap((file) => scan(file, readFileSync(file, 'utf8')));
  if (process.argv.includes('--counts')) printCounts(findings);
  else
    for (const { file, line, kind, phrase, use } of findings)
      console.log(`${file}:${line} (${kind}) "${phrase}" → ${use}`);
  console.log(`${findings.length} archaic phrases and names in ${scanned.length} files`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
