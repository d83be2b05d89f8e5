import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresh } from './refresh-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorded() {
  const asked: ('whole' | 'part')[] = [];
  const refresh = createRefresh(async (isWhole) => void asked.push(isWhole ? 'whole' : 'part'));
  return { asked, refresh };
}

test('the first event asks at once, and later ones at most once an interval', async () => {
  const { asked, refresh } = recorded();
  refresh.request();
  expect(asked).toEqual(['whole']);
  for (let event = 0; event < 100; event += 1) refresh.request();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toEqual(['whole']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['whole', 'part']);
});

test('an event after a quiet time asks at once again', async () => {
  const { asked, refresh } = recorded();
  refresh.request();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['whole']);
  refresh.request();
  expect(asked).toEqual(['whole', 'whole']);
});

test('a busy site asks for the lists less often, and again at the end', async () => {
  const { asked, refresh } = recorded();
  refresh.request();
  for (let second = 0; second < 8; second += 2) {
    refresh.request();
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(asked).toEqual(['whole', 'part', 'part', 'part', 'part']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['whole', 'part', 'part', 'part', 'part', 'whole']);
});

test('a slow answer delays the next question', async () => {
  let answer = () => {};
  let count = 0;
  const refresh = createRefresh(() => {
    count += 1;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  refresh.request();
  refresh.request();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count).toBe(1);
  answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count).toBe(2);
  refresh.stop();
  answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count).toBe(2);
});
