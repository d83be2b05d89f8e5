import { expect, test } from 'vitest';
import { undeclaredProxyAdvice } from '../../../platform/http/undeclared-proxy.ts';
import * as findings from './findings.ts';
import { isPrivateHost } from './is-private-host.ts';
import { checkMail, checkProxy, checkTls, type TlsFacts } from './network-findings.ts';

const now = new Date('2026-11-28T12:00:00Z');
const hour = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * hour);
const backups: findings.BackupFacts = {
  ...{ isConfigured: true, now, intervalMs: 24 * hour, verifiedAt: ago(10), lastError: undefined },
};

test.each<[string, Partial<findings.BackupFacts>, string, RegExp]>([
  ['a new one', {}, 'ok', /10 hours old/],
  ['a new one of another instance', { isConfigured: false }, 'ok', /10 hours old/],
  ['two intervals', { verifiedAt: ago(48) }, 'ok', /2 days old/],
  ['more than two intervals', { verifiedAt: ago(49) }, 'problem', /longer than two intervals/],
  [
    'a failure after a success',
    { lastError: 'The disk is full.' },
    'problem',
    /The disk is full\. The last verified/,
  ],
  ['only failures', { verifiedAt: undefined, lastError: 'x' }, 'problem', /No backup was verified/],
  ['none yet', { verifiedAt: undefined }, 'notice', /No backup was verified yet/],
  ['no folder', { isConfigured: false, verifiedAt: undefined }, 'notice', /Nothing is backed up/],
  ['no folder any more', { isConfigured: false, verifiedAt: ago(100) }, 'notice', /Nothing is backed up/],
])('backups, %s: %o is %s', (_what, facts, state, sentence) => {
  const found = findings.checkBackups({ ...backups, ...facts });
  expect(found).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
  expect(found.advice === null).toBe(state === 'ok');
});

test.each([
  [undefined, 'ok', 'no folder'],
  [{ isSameDisk: false, space: { freeBytes: 9e9, neededBytes: 1e9 } }, 'ok', '9.0 GB'],
  [{ isSameDisk: true, space: { freeBytes: 9e9, neededBytes: 1e9 } }, 'notice', 'same disk'],
  [{ isSameDisk: false, space: { freeBytes: 5e8, neededBytes: 1e9 } }, 'problem', '500 MB'],
])('the disk of backups %j is %s', (facts, state, part) => {
  const found = findings.checkBackupDisk(facts);
  expect(found).toMatchObject({ state, sentence: expect.stringContaining(part) });
});

test.each([
  [2e9, 'ok'],
  [1.5e9, 'notice'],
  [0.9e9, 'problem'],
])('%d free bytes with a reserve of 1 GB are %s', (freeBytes, state) => {
  expect(findings.checkDisk({ freeBytes, neededBytes: 1e9 }).state).toBe(state);
});

test('a database that confirms before it writes is a problem', () => {
  const safe = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
  expect(findings.checkDurability(safe).state).toBe('ok');
  expect(findings.checkDurability({ ...safe, synchronous_commit: 'remote_write' }).state).toBe('ok');
  expect(findings.checkDurability({ ...safe, synchronous_commit: 'off', fsync: 'off' })).toMatchObject({
    state: 'problem',
    sentence: expect.stringMatching(/fsync = off, synchronous_commit = off/),
  });
});

test.each([
  [{ isEmbedded: true, isSuperuser: true, ownsTables: true }, 'ok'],
  [{ isEmbedded: false, isSuperuser: false, ownsTables: false }, 'ok'],
  [{ isEmbedded: false, isSuperuser: false, ownsTables: true }, 'notice'],
  [{ isEmbedded: false, isSuperuser: true, ownsTables: true }, 'problem'],
])('the role %j is %s', (facts, state) => {
  expect(findings.checkRole(facts).state).toBe(state);
});

test.each([
  [5, 5, 'ok', /of this release/],
  [6, 5, 'problem', /newer release/],
  [4, 5, 'problem', /older release/],
  [undefined, 5, 'problem', /older release/],
])('the schema %s with a program of %s is %s', (stored, known, state, sentence) => {
  expect(findings.checkSchema({ stored, known })).toMatchObject({
    state,
    sentence: expect.stringMatching(sentence),
  });
});

test.each([
  [0, 'ok'],
  [-1_999, 'ok'],
  [2_000, 'notice'],
  [-29_000, 'notice'],
  [30_000, 'problem'],
])('a clock that is %d ms ahead is %s', (ms, state) => {
  expect(findings.checkClock(ms).state).toBe(state);
});

test.each([
  [{ isConfigured: true, serverError: undefined, failed: 0 }, 'ok', /accepts/],
  [{ isConfigured: true, serverError: undefined, failed: 1 }, 'notice', /One mail/],
  [{ isConfigured: true, serverError: undefined, failed: 7 }, 'notice', /7 mails/],
  [{ isConfigured: true, serverError: 'Invalid login', failed: 7 }, 'problem', /Invalid login/],
  [{ isConfigured: false, serverError: undefined, failed: 0 }, 'notice', /not sent/],
])('mail %j is %s', (facts, state, sentence) => {
  expect(checkMail(facts)).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
});

const direct = { isSecure: false, areDeclared: false, sawUndeclared: false, sawWithoutHttps: false };
test.each([
  [direct, 'ok'],
  [{ ...direct, isSecure: true, areDeclared: true }, 'ok'],
  [{ ...direct, isSecure: true }, 'problem'],
  [{ ...direct, sawUndeclared: true }, 'notice'],
  [{ ...direct, isSecure: true, areDeclared: true, sawWithoutHttps: true }, 'notice'],
])('proxies %j are %s', (facts, state) => {
  expect(checkProxy(facts).state).toBe(state);
});

test('the advice about an undeclared proxy is that of the log', () => {
  expect(checkProxy({ ...direct, isSecure: true }).advice).toBe(undeclaredProxyAdvice);
});

const tls: TlsFacts = {
  ...{ host: 'agency.example', isSecure: true, isPrivate: false, now, certificate: undefined },
};
const until = (days: number, error?: string) => ({
  validTo: new Date(now.getTime() + days * 24 * hour),
  error,
});
test.each<[Partial<TlsFacts>, string, RegExp]>([
  [{ isSecure: false }, 'problem', /unencrypted/],
  [{ isSecure: false, isPrivate: true }, 'ok', /not on the public internet/],
  [{ certificate: 'unreachable' }, 'ok', /was not checked/],
  [{ certificate: until(60) }, 'ok', /60 more days/],
  [{ certificate: until(20) }, 'notice', /20 more days/],
  [{ certificate: until(1) }, 'problem', /1 more day\./],
  [{ certificate: until(-1, 'certificate has expired') }, 'problem', /has expired/],
  [{ certificate: until(60, 'self-signed certificate') }, 'problem', /not valid: self-signed/],
])('TLS %j is %s', (facts, state, sentence) => {
  expect(checkTls({ ...tls, ...facts })).toMatchObject({ state, sentence: expect.stringMatching(sentence) });
});

test('a certificate that could not be reached counts as not checked', () => {
  const isUnchecked = (facts: Partial<TlsFacts>) => checkTls({ ...tls, ...facts }).isUnchecked ?? false;
  expect(isUnchecked({ certificate: 'unreachable' })).toBe(true);
  expect(isUnchecked({ certificate: until(60) })).toBe(false);
  expect(isUnchecked({ certificate: until(-1) })).toBe(false);
  // A host on a private network needs none, which is known.
  expect(isUnchecked({ isSecure: false, isPrivate: true })).toBe(false);
});

test.each([
  [0, 'ok'],
  [1, 'problem'],
  [3, 'problem'],
])('%d companies without segments are %s', (failing, state) => {
  expect(findings.checkSegments(failing).state).toBe(state);
});

test.each([
  ['localhost', true],
  ['northlight', true],
  ['agency.lan', true],
  ['10.0.0.5', true],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['192.168.1.4', true],
  ['203.0.114.1', false],
  ['agency.example', false],
  ['local.agency.com', false],
])('%s is private: %s', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate);
});
