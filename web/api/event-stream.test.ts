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

test('events have their name and data, however the network splits them', async () => {
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

test('a heartbeat counts as a sign of activity but is not an event', async () => {
  const { events, signs } = await readAll(':heartbeat\n\n', ':heartbeat\n\n');
  expect(events).toEqual([]);
  expect(signs).toBe(2);
});

test('data of several lines is one text, with or without carriage returns', async () => {
  const { events } = await readAll('data: one\r\ndata: two\r', '\n\r\n');
  expect(events).toEqual([{ name: 'message', data: 'one\ntwo' }]);
});

test('an incomplete event at the end is dropped', async () => {
  expect((await readAll('data: half')).events).toEqual([]);
});
