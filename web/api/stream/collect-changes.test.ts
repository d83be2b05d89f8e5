import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectChanges } from './collect-changes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first changes are applied at once, and those of the next two seconds together', () => {
  const applied: string[][] = [];
  const changes = collectChanges<string>((items) => applied.push([...items]), 2000);
  changes.add(['a']);
  expect(applied).toEqual([['a']]);
  changes.add(['b', 'a']);
  changes.add(['b', 'c']);
  vi.advanceTimersByTime(1999);
  expect(applied).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(applied[1]).toEqual(['b', 'a', 'c']);
  vi.advanceTimersByTime(2000);
  changes.add(['d']);
  expect(applied[2]).toEqual(['d']);
});

test('nothing is applied for no changes, or after the end', () => {
  const applied: string[][] = [];
  const changes = collectChanges<string>((items) => applied.push([...items]), 2000);
  changes.add([]);
  expect(applied).toEqual([]);
  changes.add(['a']);
  changes.add(['b']);
  changes.close();
  vi.advanceTimersByTime(60_000);
  expect(applied).toEqual([['a']]);
});
