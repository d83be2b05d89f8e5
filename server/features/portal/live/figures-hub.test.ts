import { expect, test, vi } from 'vitest';
import type { LiveFigures } from '../../../../contract/live.ts';
import type { LiveView } from '../../../../contract/live-query.ts';
import { exampleHead } from '../../../../contract/stats/answers.ts';
import { type AccessScope, wholeScope } from '../../access/access.ts';
import { FiguresHub } from './figures-hub.ts';

const today: LiveView = { period: 'today', compare: 'none', match: 'weekday' };
const someDay = (day: number): LiveView => ({
  from: `2026-01-${day}`,
  to: '2026-01-31',
  compare: 'none',
  match: 'weekday',
});

const withOrders = (orders: number): LiveFigures => ({
  isComplete: true,
  summary: { ...exampleHead, metrics: { orders: { value: orders, compared: null } }, otherCurrencies: [] },
  series: [],
});

function aStream() {
  const written: (LiveFigures | null)[] = [];
  const listeners: (() => void)[] = [];
  return {
    written,
    isClosed: false,
    onClose: (listener: () => void) => void listeners.push(listener),
    write: (frame: string) => void written.push(JSON.parse(frame.split('\ndata: ')[1] ?? '')),
    close: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** A hub whose reads end when the test says. */
function aHub({ giveUpMs }: { giveUpMs?: number } = {}) {
  const reads: {
    companyId: string;
    scope: AccessScope;
    answer: (figures: LiveFigures) => void;
    fail: (error: Error) => void;
  }[] = [];
  const errors: unknown[] = [];
  const hub = new FiguresHub({
    read: (companyId, { scope }) =>
      new Promise((answer, fail) => {
        reads.push({ companyId, scope, answer, fail });
      }),
    readRevision: async () => 1,
    onError: (error) => errors.push(error),
    reads: { count: 0 },
    ...(giveUpMs === undefined ? {} : { giveUpMs }),
  });
  return { hub, reads, errors };
}

test('a view is never read twice at the same time, and its last state is not lost', async () => {
  const { hub, reads } = aHub();
  const stream = aStream();
  hub.addStream('c', { view: today, scope: wholeScope }, stream, undefined);
  for (let event = 0; event < 10; event += 1) hub.markChanged('c');
  expect(reads).toHaveLength(1);
  reads[0]?.answer(withOrders(1));
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.answer(withOrders(2));
  await expect.poll(() => stream.written).toMatchObject([{ isComplete: true }, { isComplete: false }]);
  expect(stream.written[1]?.summary.metrics).toEqual({ orders: { value: 2, compared: null } });
});

test('expensive figures are read less often', async () => {
  vi.useFakeTimers();
  try {
    const { hub, reads } = aHub();
    hub.addStream('c', { view: today, scope: wholeScope }, aStream(), undefined);
    await vi.advanceTimersByTimeAsync(500);
    reads[0]?.answer(withOrders(1));
    await vi.advanceTimersByTimeAsync(0);
    hub.markChanged('c');
    await vi.advanceTimersByTimeAsync(900);
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(reads).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('pages ask for figures that take too long or fail, and get the next ones', async () => {
  vi.useFakeTimers();
  try {
    const { hub, reads, errors } = aHub({ giveUpMs: 1_000 });
    const stream = aStream();
    hub.addStream('c', { view: today, scope: wholeScope }, stream, undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stream.written).toEqual([null]);
    reads[0]?.fail(new Error('busy'));
    await vi.advanceTimersByTimeAsync(0);
    expect(stream.written).toEqual([null, null]);
    expect(errors).toHaveLength(1);
    // Read again without another event.
    await vi.advanceTimersByTimeAsync(2_000);
    reads[1]?.answer(withOrders(3));
    await vi.advanceTimersByTimeAsync(0);
    expect(stream.written.at(-1)).toMatchObject({ isComplete: true });
  } finally {
    vi.useRealTimers();
  }
});

test('views beyond the twenty of a company are left to their pages, until others close', async () => {
  const { hub } = aHub();
  const streams = Array.from({ length: 20 }, (_, day) => {
    const stream = aStream();
    hub.addStream('c', { view: someDay(day), scope: wholeScope }, stream, undefined);
    return stream;
  });
  const late = aStream();
  hub.addStream('c', { view: today, scope: wholeScope }, late, undefined);
  expect(late.written).toEqual([null]);
  streams[0]?.close();
  const next = aStream();
  hub.addStream('c', { view: today, scope: wholeScope }, next, undefined);
  expect(next.written).toEqual([]);
});

test('figures that are too large for a frame are left to the page', async () => {
  const { hub, reads } = aHub();
  const stream = aStream();
  hub.addStream('c', { view: today, scope: wholeScope }, stream, undefined);
  const figures = withOrders(1);
  reads[0]?.answer({ ...figures, summary: { ...figures.summary, timeZone: 'x'.repeat(150_000) } });
  await expect.poll(() => stream.written).toEqual([null]);
});

test('viewers who see other figures of a view are sent other ones', async () => {
  const { hub, reads } = aHub();
  const withoutMoney = { ...wholeScope, seesMoney: false };
  const filter = { subject: 'host', operator: 'is', values: ['a.example'] } as const;
  const narrowed = { ...wholeScope, filters: [{ ...filter, values: [...filter.values] }] };
  const streams = [wholeScope, withoutMoney, narrowed].map((scope) => {
    const stream = aStream();
    hub.addStream('c', { view: today, scope }, stream, undefined);
    return stream;
  });
  // Two are read at the same time.
  reads[0]?.answer(withOrders(1));
  reads[1]?.answer(withOrders(2));
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.answer(withOrders(3));
  expect(reads.map(({ scope }) => scope)).toEqual([wholeScope, withoutMoney, narrowed]);
  const shown = () => streams.map(({ written }) => written[0]?.summary.metrics.orders?.value);
  await expect.poll(shown).toEqual([1, 2, 3]);
});
