import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { isLookalike, toPortalHost } from './portal-host.ts';

const read = (entered: string) => toPortalHost(entered, domainToASCII);

test.each([
  ['stats.client.example', 'stats.client.example'],
  [' https://Stats.Client.example/ ', 'stats.client.example'],
  ['www.client.example', 'www.client.example'],
  ['client.example.', 'client.example'],
  ['zahlen.münchen.example', 'zahlen.xn--mnchen-3ya.example'],
  ['zahlen。münchen。example', 'zahlen.xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
])('%s is the host %s', (entered, host) => {
  expect(read(entered)).toEqual({ host });
});

test.each([
  ['', 'stats.client.example'],
  ['client', 'at least one dot'],
  ['localhost', 'other machines'],
  ['stats.localhost', 'other machines'],
  ['127.0.0.1', 'IP address'],
  ['0x7f.1', 'IP address'],
  ['2130706433', 'IP address'],
  ['１２７.0.0.1', 'IP address'],
  ['[::1]', 'IP address'],
  ['::1', 'IP address'],
  ['client.example:8443', 'without a port'],
  ['*.client.example', 'one name'],
  ['client.example/stats', 'without a path'],
  ['client.example?x', 'without a path'],
  ['client.example\\@evil.test', 'stats.client.example'],
  ['mia@client.example', 'stats.client.example'],
  ['user:secret@client.example', 'stats.client.example'],
  ['stats..client.example', 'stats.client.example'],
  ['-stats.client.example', 'stats.client.example'],
  ['stats_.client.example', 'stats.client.example'],
  ['stats client.example', 'stats.client.example'],
  [`${'a'.repeat(64)}.example`, 'stats.client.example'],
  [`${'a.'.repeat(125)}example`, 'stats.client.example'],
])('%s is refused with a sentence', (entered, part) => {
  const found = read(entered);
  expect('problem' in found && found.problem).toContain(part);
});

test.each([
  // Cyrillic letters that look like Latin ones.
  ['аррӏе.example', true],
  ['stаts.client.example', true],
  ['münchen.example', false],
  ['пример.example', false],
  ['stats.client.example', false],
])('whether the letters of %s can be mistaken: %s', (unicode, expected) => {
  const host = domainToASCII(unicode);
  expect(isLookalike(host, domainToUnicode(host))).toBe(expected);
});
