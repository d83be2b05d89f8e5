import type { QueryState } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { shouldRetry, toAskAgainMs, toRetryDelay } from './query-client.ts';

test('a busy server is asked again three times, after the time in its answer', () => {
  const busy = new ApiError('too-many-requests', 'Too many requests.', { retryAfterSeconds: 2 });
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, busy))).toEqual([true, true, true, false]);
});

test('questions that a busy server rejected come back at different times, never before it said', () => {
  const busy = new ApiError('too-many-requests', 'Too many requests.', { retryAfterSeconds: 2 });
  const range = (failures: number) => [0, 1].map((random) => toRetryDelay(failures, busy, () => random));
  expect([0, 1, 2].map(range)).toEqual([
    [2_000, 4_000],
    [2_000, 6_000],
    [2_000, 8_000],
  ]);
});

test('a long wait is shown instead', () => {
  const blocked = new ApiError('too-many-requests', 'Too many requests.', { retryAfterSeconds: 600 });
  expect(shouldRetry(0, blocked)).toBe(false);
});

test('a transient error is tried a second time, any other is not', () => {
  const unreachable = new ApiError('unreachable', 'The server cannot be reached.');
  expect([shouldRetry(0, unreachable), shouldRetry(1, unreachable)]).toEqual([true, false]);
  expect(toRetryDelay(0, unreachable, () => 0)).toBe(700);
  expect(shouldRetry(0, new ApiError('invalid-request', 'The period is invalid.'))).toBe(false);
});

const stateOf = (state: Partial<QueryState>) => ({
  state: { status: 'success', dataUpdatedAt: 0, errorUpdatedAt: 0, data: {}, ...state } as QueryState,
});

test('a question that failed, or was not answered currently, is asked again without a click', () => {
  const failed = (error: ApiError, errorUpdatedAt = 1_700_000_001_234) =>
    toAskAgainMs(stateOf({ status: 'error', error, errorUpdatedAt }));
  expect(failed(new ApiError('unavailable', 'The server took too long to respond.'))).toBe(6_234);
  expect(failed(new ApiError('unavailable', 'Busy.', { retryAfterSeconds: 8 }))).toBe(9_234);
  expect(failed(new ApiError('too-many-requests', 'Busy.', { retryAfterSeconds: 600 }))).toBe(false);
  expect(failed(new ApiError('unreadable', 'The server responded with status 502.', { status: 502 }))).toBe(
    6_234,
  );
  expect(failed(new ApiError('unreadable', 'The server responded with status 403.', { status: 403 }))).toBe(
    false,
  );
  expect(failed(new ApiError('invalid-request', 'The period is invalid.'))).toBe(false);
  const answeredAt = '2026-03-01T11:40:00.000Z';
  expect(toAskAgainMs(stateOf({ data: { answeredAt }, dataUpdatedAt: 2_001 }))).toBe(7_001);
  expect(toAskAgainMs(stateOf({ data: { answeredAt: undefined } }))).toBe(false);
  expect(toAskAgainMs(stateOf({ data: undefined, status: 'pending' }))).toBe(false);
});
