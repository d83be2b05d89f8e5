import { expect, test } from 'vitest';
import type { RejectedEvents } from '../../../../contract/company/rejected-events.ts';
import { isAddable, toRepairableFirst } from './rejection-labels.ts';

const rejection: RejectedEvents = {
  ...{ reason: 'origin-mismatch', host: 'shop.example', fromPage: true, agent: 'Chrome' },
  ...{ detail: '', count: 1, lastAt: '2026-11-20T10:00:00.000Z' },
};

test.each<[host: string, hostNames: string[], expected: boolean]>([
  ['shop.example', [], true],
  ['shop.example', ['shop.example'], false],
  ['www.shop.example', ['shop.example'], false],
  ['evil-shop.example', ['shop.example', '*.shop.example'], true],
  ['blog.shop.example', ['*.shop.example'], false],
  ['shop.example', ['*.shop.example'], true],
  ['xn--bcher-kva.test', ['bücher.test'], false],
  ['shop.xn--bcher-kva.test', ['*.bücher.test'], false],
  ['', [], false],
  ['(other)', [], false],
  ['shop.example', Array.from({ length: 20 }, (_, index) => `host${index}.test`), false],
])('the host %s can be added to %j: %s', (host, hostNames, expected) => {
  expect(isAddable({ ...rejection, host }, { hostNames })).toBe(expected);
});

test('only events of a page on another host have a host to add', () => {
  for (const reason of ['bot', 'page-elsewhere', 'invalid-request'] as const)
    expect(isAddable({ ...rejection, reason }, { hostNames: [] })).toBe(false);
});

test('rejections that can be repaired come before bots and spam', () => {
  const reasons = ['spam-referrer', 'invalid-request', 'bot', 'origin-mismatch'] as const;
  const sorted = toRepairableFirst(reasons.map((reason) => ({ ...rejection, reason })));
  expect(sorted.map(({ reason }) => reason)).toEqual([
    'invalid-request',
    'origin-mismatch',
    'spam-referrer',
    'bot',
  ]);
});
