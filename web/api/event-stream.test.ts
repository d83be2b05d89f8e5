import { expect, test } from 'vitest';
import { readEvents } from './event-stream.ts';

async function readAll(...chunks: string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  let signs = 0;
  const events = [];
  for await (const event of readEvents(body, () => signs++)) events.push(event);
  return { events, signs };
}

test('events have their name and data, wherever the network cuts them', async () => {
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

test('a heartbeat is a sign of life and no event', async () => {
  const { events, signs } = await readAll(':heartbeat\n\n', ':heartbeat\n\n');
  expect(events).toEqual([]);
  expect(signs).toBe(2);
});

test('data of several lines stays one text, carriage returns or not', async () => {
  const { events } = await readAll('data: one\r\ndata: two\r', '\n\r\n');
  expect(events).toEqual([{ name: 'message', data: 'one\ntwo' }]);
});

test('what the end cuts off is not told', async () => {
  expect((await readAll('data: half')).events).toEqual([]);
});
