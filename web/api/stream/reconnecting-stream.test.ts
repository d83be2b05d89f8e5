import { expect, test } from 'vitest';
import { backoffMs, readEvents } from './reconnecting-stream.ts';

test('the delay doubles with each failure, up to 15 seconds, and varies randomly', () => {
  const shortest = [0, 1, 2, 10, 2000].map((failures) => backoffMs(failures, () => 0));
  const longest = [0, 1, 2, 10, 2000].map((failures) => backoffMs(failures, () => 1));
  expect(shortest).toEqual([250, 500, 1000, 7500, 7500]);
  expect(longest).toEqual([500, 1000, 2000, 15_000, 15_000]);
});

async function readAll(...chunks: string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  let arrivals = 0;
  const events = [];
  for await (const event of readEvents(body, () => arrivals++)) events.push(event);
  return { events, arrivals };
}

test('events keep their name and data, wherever the network splits them', async () => {
  const { events } = await readAll(
    'event: sna',
    'pshot\nda',
    'ta: {"a":',
    '1}\n',
    '\nevent: change\ndata: 2\n\n',
  );
  expect(events).toEqual([
    { name: 'snapshot', data: '{"a":1}' },
    { name: 'change', data: '2' },
  ]);
});

test('a heartbeat counts as activity and is not an event', async () => {
  const { events, arrivals } = await readAll(':heartbeat\n\n', ':heartbeat\n\n');
  expect(events).toEqual([]);
  expect(arrivals).toBe(2);
});

test('data of several lines stays one text, with or without carriage returns', async () => {
  const { events } = await readAll('data: one\r\ndata: two\r', '\n\r\n');
  expect(events).toEqual([{ name: 'message', data: 'one\ntwo' }]);
});

test('an event cut off by the end of the stream is dropped', async () => {
  expect((await readAll('data: half')).events).toEqual([]);
});
