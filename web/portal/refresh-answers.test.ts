import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statsKey } from './api/stats.ts';
import { askAgain, createRefresh } from './refresh-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A refresh whose answers take `tookMs`. */
function recorded({ tookMs = 0, mayBeOld = false }: { tookMs?: number; mayBeOld?: boolean } = {}) {
  const asked: number[] = [];
  const began = performance.now();
  const refresh = createRefresh({
    ask: async () => {
      asked.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      return mayBeOld && asked.length === 1;
    },
    minMs: 2_000,
    pauseFactor: 4,
  });
  return { asked, refresh };
}

test('the first event asks at once, and later ones at most once an interval', async () => {
  const { asked, refresh } = recorded();
  refresh.request();
  expect(asked).toHaveLength(1);
  for (let event = 0; event < 100; event += 1) refresh.request();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
});

test('an event after a quiet time asks at once again', async () => {
  const { asked, refresh } = recorded();
  refresh.request();
  await seconds(60);
  expect(asked).toHaveLength(1);
  refresh.request();
  expect(asked).toHaveLength(2);
});

test('answers that take long are asked for less often, and never twice at the same time', async () => {
  const { asked, refresh } = recorded({ tookMs: 3_000 });
  for (let second = 0; second < 40; second += 1) {
    refresh.request();
    await seconds(1);
  }
  expect(asked).toEqual([0, 15_000, 30_000]);
});

test('an answer that may be from before the event is asked for again', async () => {
  const { asked, refresh } = recorded({ mayBeOld: true });
  refresh.request();
  await seconds(60);
  expect(asked).toEqual([0, 2_000]);
});

test('nothing is asked after the page has gone', async () => {
  const { asked, refresh } = recorded({ tookMs: 500 });
  refresh.request();
  refresh.request();
  refresh.stop();
  await seconds(60);
  expect(asked).toHaveLength(1);
});

test('a question that is under way is awaited, not aborted', async () => {
  const client = new QueryClient();
  const aborted: unknown[] = [];
  let count = 0;
  const observer = new QueryObserver(client, {
    queryKey: [...statsKey('c'), 'breakdown', 'dimension=page'],
    queryFn: async ({ signal }) => {
      count += 1;
      signal.addEventListener('abort', () => aborted.push(count));
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      return count;
    },
  });
  const unsubscribe = observer.subscribe(() => {});
  const first = askAgain(client, 'c', 'lists');
  expect(await askAgain(client, 'c', 'figures')).toBe(false);
  await seconds(5);
  expect(await first).toBe(true);
  expect(observer.getCurrentResult().data).toBe(1);
  const next = askAgain(client, 'c', 'lists');
  await seconds(5);
  expect(await next).toBe(false);
  expect(observer.getCurrentResult().data).toBe(2);
  expect(aborted).toEqual([]);
  unsubscribe();
  client.clear();
});
