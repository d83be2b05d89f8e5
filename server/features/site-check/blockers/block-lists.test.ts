import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockLists } from './block-lists.ts';
import { findBlockingRules, type TrackedRequest } from './blocking-rules.ts';

const page = new URL('https://www.shop.example/contact?a=b');
const script = (url: string): TrackedRequest => ({ url: new URL(url), type: 'script' });
const events = (url: string): TrackedRequest => ({ url: new URL(url), type: 'xhr' });
const usual = [
  script('https://agency.example/t.js'),
  events('https://agency.example/api/track-analytics?v=3.1.0'),
];

async function findRules(lines: string[], asked: readonly TrackedRequest[] = usual): Promise<string[]> {
  const parts = [`[Adblock Plus 2.0]\n! Title: Small list\n${lines.join('\n')}\n`];
  const { blocking } = await findBlockingRules([{ fileName: 'small.txt', parts }], page, asked);
  return blocking.map(({ request, rule, list }) => {
    expect(list).toBe('Small list');
    return `${request.type} ${rule}`;
  });
}

test.each([
  ['a host', ['||agency.example^'], ['script ||agency.example^', 'xhr ||agency.example^']],
  ['a name', ['/t.js|'], ['script /t.js|']],
  ['the endpoint with its query', ['/track-analytics?'], ['xhr /track-analytics?']],
  ['other sites alone', ['/t.js$third-party'], ['script /t.js$third-party']],
  ['the site itself alone', ['/t.js$~third-party'], []],
  ['this site alone', ['/t.js$domain=shop.example'], ['script /t.js$domain=shop.example']],
  ['another site alone', ['/t.js$domain=other.example'], []],
  ['pictures alone', ['||agency.example^$image'], []],
  [
    'a rule and its exception',
    ['||agency.example^', '@@||agency.example/t.js$script'],
    ['xhr ||agency.example^'],
  ],
  ['a rule that is switched off', ['/t.js|', '/t.js|$badfilter'], []],
  [
    'a rule that no exception changes',
    ['/t.js$important', '@@||agency.example^'],
    ['script /t.js$important'],
  ],
  ['a rule of the policy of pages', ["||agency.example^$csp=script-src 'none'"], []],
  ['elements and comments', ['agency.example##.t', '! ||agency.example^', '#@#.t'], []],
])('rules of %s', async (_what, lines, expected) => {
  expect(await findRules(lines)).toEqual(expected);
});

test('an address of the site itself is not one of others', async () => {
  const own = [
    script('https://stats.shop.example/t.js'),
    events('https://shop.example/s/api/track-analytics'),
  ];
  expect(await findRules(['/t.js$third-party', '/track-analytics$third-party'], own)).toEqual([]);
  expect(await findRules(['/t.js$~third-party'], own)).toEqual(['script /t.js$~third-party']);
});

test('exceptions of one list count for the rules of another', async () => {
  const lists = [
    { fileName: 'first.txt', parts: ['! first\n||agency.example^\n'] },
    { fileName: 'second.txt', parts: ['! second\n@@||agency.example^$script\n'] },
  ];
  expect(await findBlockingRules(lists, page, usual)).toEqual({
    lists: ['first.txt', 'second.txt'],
    blocking: [{ request: usual[1], rule: '||agency.example^', list: 'first.txt' }],
  });
});

test('lines may be cut between two parts, and end as in Windows', async () => {
  const parts = ['[Adblock', ' Plus]\r\n||agen', 'cy.example', '^$script'];
  const { blocking } = await findBlockingRules([{ fileName: 'cut.txt', parts }], page, usual);
  expect(blocking.map(({ rule }) => rule)).toEqual(['||agency.example^$script']);
});

test('a long rule is shortened', async () => {
  const domains = Array.from({ length: 100 }, (_, at) => `shop${at}.example`).join('|');
  const [rule] = await findRules([`/t.js$domain=${domains}|shop.example`]);
  expect(rule).toHaveLength('script '.length + 300);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'block-lists-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const errors: unknown[] = [];
const open = (path: string) => new BlockLists({ folder: path, onError: (error) => errors.push(error) });
const { signal } = new AbortController();

test('without a folder or a list in it nothing is compared', async () => {
  const unknown = { is: 'unknown', reason: 'no-lists' };
  expect(await open(join(folder, 'missing')).compare(page, usual, signal)).toEqual(unknown);
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await writeFile(join(empty, 'notes.md'), '||agency.example^');
  // The answer of a server that did not have the list.
  await writeFile(join(empty, 'page.txt'), '<html>\n/t.js\n</html>');
  await writeFile(join(empty, 'nothing.txt'), '');
  expect(await open(empty).compare(page, usual, signal)).toEqual(unknown);
  expect(errors).toEqual([]);
});

test('the lists of the folder are compared, and read again each time', async () => {
  const filled = join(folder, 'filled');
  await mkdir(filled);
  await writeFile(join(filled, 'list.txt'), '! Title: A list\n/other.js\n');
  const blockLists = open(filled);
  expect(await blockLists.compare(page, usual, signal)).toEqual({
    is: 'compared',
    lists: ['A list'],
    blocking: [],
  });
  await writeFile(join(filled, 'list.txt'), '! Title: A list\n/t.js\n');
  const answers = await Promise.all([1, 2, 3].map(() => blockLists.compare(page, usual, signal)));
  for (const answer of answers)
    expect(answer).toMatchObject({ blocking: [{ rule: '/t.js', list: 'A list' }] });
});

test('lists that cannot be read, and addresses without an end, do not fail a check', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const blockLists = open(file);
  expect(await blockLists.compare(page, usual, signal)).toEqual({ is: 'unknown', reason: 'failed' });
  expect(errors.splice(0)).toEqual([expect.objectContaining({ code: 'ENOTDIR' })]);
  const long = [script(`https://agency.example/t.js?${'a'.repeat(2_000)}`)];
  expect(await blockLists.compare(page, long, signal)).toEqual({ is: 'unknown', reason: 'address-too-long' });
});

test('a server that ends does not wait for a comparison', async () => {
  const ended = AbortSignal.abort();
  expect(await open(folder).compare(page, usual, ended)).toMatchObject({ is: 'unknown' });
  expect(errors).toEqual([]);
});

/** Downloaded by `npm test`. */
const cache = join('.cache', 'blocker-lists');
const downloaded = (existsSync(cache) ? readdirSync(cache) : []).find((name) =>
  existsSync(join(cache, name, 'ruleset_3.txt')),
);

test.skipIf(downloaded === undefined)(
  'the usual names are on no list, those of known products are',
  async () => {
    const real = open(join(cache, downloaded ?? ''));
    expect(await real.compare(page, usual, signal)).toEqual({
      is: 'compared',
      lists: ['AdGuard Base filter', 'AdGuard Tracking Protection filter'],
      blocking: [],
    });
    const known = [script('https://plausible.io/js/script.js')];
    expect(await real.compare(page, known, signal)).toMatchObject({
      blocking: [{ rule: '||plausible.io^$third-party' }],
    });
  },
);
