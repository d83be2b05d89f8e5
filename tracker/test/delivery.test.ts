import { expect, test } from 'vitest';
import { setUpFixture, visit } from './fixture.ts';
import { accept, dropConnection, type ReceivedRequest, rejectWith } from './site.ts';

const fixture = setUpFixture();

const idsOf = (request: ReceivedRequest | undefined) => request?.events.map(({ id }) => id);
const push = (path: string) => fixture.page.evaluate((to) => history.pushState(null, '', to), path);
const order = (orderId: string) =>
  fixture.page.evaluate((id) => window.northlight?.order({ orderId: id, amount: 5 }), orderId);

/** The pause after a failure starts at 10 seconds; the next heartbeat is the first retry after it. */
const nextBeat = async () => {
  await fixture.page.clock.runFor(30_000);
  await fixture.site.settled(fixture.page);
};

test('events that an unreachable endpoint did not accept are sent again with the same ids', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(dropConnection);
  await visit(fixture);
  await push('/second');
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual([...(idsOf(site.requests[0]) ?? []), expect.any(String)]);

  site.respondWith(accept);
  await nextBeat();
  await site.until(() => site.requests.length >= 3);
  expect(idsOf(site.requests[2])).toEqual(idsOf(site.requests[1]));
  await nextBeat();
  await site.until(() => site.requests.length >= 4);
  expect(site.seen().slice(-1)).toEqual(['session /second']);
});

test('heartbeats do not pile up during an outage, and retries become less frequent', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(rejectWith(500));
  await visit(fixture);
  for (let beats = 0; beats < 20; beats += 1) {
    await nextBeat();
  }
  // Retries at the first heartbeat after 10, 20, 40 … seconds: in ten minutes at 0, 30, 60, 120, 210 and 390 seconds.
  expect(site.requests.length).toBe(6);
  expect(idsOf(site.requests.at(-1))).toEqual(idsOf(site.requests[0]));
});

test('a busy endpoint gets no request before its Retry-After has passed', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(rejectWith(503, '', { 'retry-after': '100' }));
  await visit(fixture);
  await push('/second');
  for (let beats = 0; beats < 3; beats += 1) await nextBeat();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await site.settled(page);
  expect(site.requests).toHaveLength(1);

  site.respondWith(accept);
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  expect(site.seen().slice(2)).toEqual(['pageview /', 'session /', 'pageview /second']);
});

test('429 counts as busy too', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(rejectWith(429, '', { 'retry-after': '1' }));
  await visit(fixture);
  site.respondWith(accept);
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual(idsOf(site.requests[0]));
});

test('events are sent at once when the browser is online again', async () => {
  const { site, page, context } = fixture;
  await visit(fixture);
  await context.setOffline(true);
  await push('/offline');
  await page.evaluate(() => fetch('/', { method: 'POST' }).catch(() => undefined));
  expect(site.seen()).toHaveLength(2);
  await context.setOffline(false);
  await site.until(() => site.seen().length >= 3);
  expect(site.seen()[2]).toBe('pageview /offline');
});

test('a rejected event is dropped, and the reason is logged to the console', async () => {
  const { site, page, consoleMessages } = fixture;
  await page.clock.install();
  const reason = "This page's origin is not shop.test, the domain of this company.";
  site.respondWith(rejectWith(403, JSON.stringify({ error: { code: 'origin-mismatch', message: reason } })));
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await visit(fixture);
  expect((await warned).text()).toContain(reason);

  site.respondWith(accept);
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  expect(site.seen().slice(2)).toEqual(['session /']);
  expect(consoleMessages.filter((message) => message.type() === 'warning')).toHaveLength(1);
});

test('an order has its own request: its rejection does not affect page views', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(dropConnection);
  await visit(fixture);
  await order('A-1');
  await order('A-2');
  await push('/thanks');
  site.respondWith((response) =>
    rejectWith(site.requests.at(-1)?.events[0]?.eventType === 'order' ? 422 : 200, '{}')(response),
  );
  await nextBeat();
  await site.until(() => site.requests.length >= 4);
  await nextBeat();
  await site.until(() => site.requests.length >= 5);
  const batches = site.requests.slice(1).map(({ events }) => events.map(({ eventType }) => eventType));
  expect(batches.toSorted()).toEqual([
    ['order'],
    ['order'],
    ['pageview', 'session', 'pageview'],
    ['session'],
  ]);
});

test('at most fifty events are queued; the oldest are dropped', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(dropConnection);
  await visit(fixture);
  await page.evaluate(() => {
    for (let step = 1; step <= 60; step += 1) history.pushState(null, '', `/${step}/${'long-'.repeat(500)}`);
  });
  site.respondWith(accept);
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  expect(site.requests[1]?.events).toHaveLength(50);
  expect(site.requests[1]?.events.every(({ eventType }) => eventType === 'pageview')).toBe(true);
  // The limit of keepalive requests, and of the endpoint.
  expect(Number(site.requests[1]?.headers['content-length'])).toBeLessThan(64 * 1024);
});

test('events queued for an hour are dropped', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.respondWith(dropConnection);
  await visit(fixture);
  await page.clock.fastForward('01:01:00');
  await site.settled(page);
  site.respondWith(accept);
  await nextBeat();
  await nextBeat();
  await site.until(() => site.requests.length >= 2);
  // Only heartbeats: the page view of an hour ago was dropped.
  expect(new Set(site.seen().slice(2))).toEqual(new Set(['session /']));
  const [view, session] = idsOf(site.requests[0]) ?? [];
  const later = site.requests.slice(1).flatMap(idsOf);
  expect(later).not.toContain(view);
  expect(later).not.toContain(session);
});

test('queued events are sent when the page unloads, and again on the next page of the tab if there was no response', async () => {
  const { site, page } = fixture;
  site.respondWith(dropConnection);
  await visit(fixture, '/checkout');
  await order('A-17');
  await page.goto(site.serve('/bank', ''));
  // Sent on unload: the two events of the load, and the order.
  await site.until(() => site.requests.length >= 3);

  site.respondWith(accept);
  await page.goto(site.serve('/thanks', site.snippet));
  await site.until(() => site.requests.length >= 5);
  const again = site.requests.slice(3).flatMap(({ events }) => events);
  const first = site.requests.slice(1, 3).flatMap(({ events }) => events);
  expect(again.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  expect(again).toHaveLength(5);
  expect(new Set(again.map(({ metadata }) => metadata.sessionId)).size).toBe(1);

  // Once the page has read the responses, the next page does not send these events again.
  await site.settled(page);
  await page.goto(site.serve('/home', site.snippet));
  await site.until(() => site.requests.length >= 6);
  expect(site.seen().slice(-2)).toEqual(['pageview /home', 'session /home']);
});
