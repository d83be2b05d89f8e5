import { expect, test } from 'vitest';
import { findWaitSeconds, mailBudgets, mailClasses, spreadWaitSeconds, toMailbox } from './mail-budgets.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (...seconds: number[]) => seconds.map((each) => new Date(now.getTime() - each * 1000));

test.each([
  ['the first is sent at once', [], 0],
  ['the second waits for its minute', [20], 40],
  ['after a minute it is sent', [60], 0],
  ['the sixth waits for its hour', [3_000, 600, 500, 400, 300], 600],
  ['whatever their order', [300, 3_000, 500, 600, 400], 600],
  ['after an hour it is sent', [3_600, 600, 500, 400, 300], 0],
  ['the longer wait holds', [3_590, 600, 500, 400, 20], 40],
])('to one address: %s', (_what, sent, wait) => {
  expect(findWaitSeconds(ago(...sent), mailBudgets.acknowledgement.recipient, now)).toBe(wait);
});

test('a mail over the hourly limit of its class waits', () => {
  const { total } = mailBudgets.acknowledgement;
  const sent = ago(...Array.from({ length: 100 }, (_, index) => index * 10));
  expect(findWaitSeconds(sent.slice(0, 99), total, now)).toBe(0);
  expect(findWaitSeconds(sent, total, now)).toBe(3_600 - 990);
});

test('every class has a total limit', () => {
  for (const mailClass of mailClasses) expect(mailBudgets[mailClass].total, mailClass).not.toEqual([]);
});

test('waiting mails of a class are not all retried at the same moment', () => {
  const { total } = mailBudgets.acknowledgement;
  expect(spreadWaitSeconds(10, 1, total, 0)).toBe(10);
  // With 100 mails an hour, ten mails need six minutes.
  expect(spreadWaitSeconds(10, 10, total, 0.5)).toBe(10 + 180);
  expect(spreadWaitSeconds(10, 1_000_000, total, 0.5)).toBe(10 + 1_800);
});

test.each([
  ['Ann+Shop@Example.com', 'ann@example.com'],
  ['ann.lee@example.com', 'ann.lee@example.com'],
  ['A.n.n+x@gmail.com', 'ann@gmail.com'],
  ['ann@googlemail.com', 'ann@gmail.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
  ['ａnn＋x@example.com', 'ann@example.com'],
])('%s counts as the mailbox %s', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox);
});
