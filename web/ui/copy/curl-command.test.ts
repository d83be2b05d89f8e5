import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { quoteForShell, toCurlCommand } from './curl-command.ts';

/** The words that a real shell passes to a program. */
function runInShell(command: string): string[] {
  const printed = `set -- ${command.replace(/^curl /, '')}\nfor word; do printf '%s\\0' "$word"; done`;
  const env = { PATH: process.env.PATH ?? '', PORTAL_TOKEN: 'nlk_secret', HOME: '/root' };
  return execFileSync('sh', ['-c', printed], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const hostile = [
  "it's",
  "'; touch /tmp/northlight-was-here; '",
  '$(id)',
  '`id`',
  '$HOME',
  '"quoted"',
  'back\\slash',
  'two\nlines',
  '-o /etc/passwd',
  '!history',
  '*',
  '~',
  '#comment & | ; < >',
  '{a,b} [1-3]',
  "''",
  '\\',
  "'\\''",
  'ünïcode 🛒',
  '\u202eright to left',
];

describe('a real shell reads back what was quoted', () => {
  test.each(hostile)('%j', (text) => {
    expect(runInShell(quoteForShell(text))).toEqual([text]);
  });
});

test.each(hostile)('a filter that contains %j stays in the URL of the command', (text) => {
  const url = new URL('https://analytics.example/api/companies/1/stats/export');
  url.searchParams.set('filter', `page:is:${text}`);
  const [, , , header, asked, ...others] = runInShell(toCurlCommand(String(url)));
  expect(header).toBe('Authorization: Bearer nlk_secret');
  expect(asked).toBe(String(url));
  expect(others).toEqual([]);
  expect(new URL(asked ?? '').searchParams.get('filter')).toBe(`page:is:${text}`);
});

test('the command contains no token, and reads it from the environment', () => {
  expect(toCurlCommand('https://analytics.example/a?b=1')).toBe(
    `curl --globoff --fail-with-body --header "Authorization: Bearer $PORTAL_TOKEN" 'https://analytics.example/a?b=1'`,
  );
});
