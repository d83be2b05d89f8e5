import { expect, test } from 'vitest';
import { setUpFixture, visit } from './fixture.ts';
import { accept, breakConnection, reject, type TrackingRequest } from './site.ts';

const fixture = setUpFixture();

/** Leaves out engagement, which depends on how long the test took. */
const idsOf = (request: TrackingRequest | undefined) => request?.events.filter(isCounted).map(({ id }) => id);
const isCounted = ({ eventType }: { eventType: string }) => eventType !== 'engagement';
const push = (path: string) => fixture.page.evaluate((to) => history.pushState(null, '', to), path);
const order = (orderId: string) =>
  fixture.page.evaluate((id) => window.siteStats?.order({ orderId: id, amount: 5 }), orderId);

/** After a failure the script waits at least 10 seconds and retries at the next heartbeat. */
const runToHeartbeat = async () => {
  await fixture.page.clock.runFor(30_000);
  await fixture.site.waitUntilSent(fixture.page);
};

test('events that the endpoint did not accept are sent again with the same ids', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(fixture);
  await push('/second');
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual([...(idsOf(site.requests[0]) ?? []), expect.any(String)]);

  site.answerWith(accept);
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 3);
  expect(idsOf(site.requests[2])).toEqual(idsOf(site.requests[1]));
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 4);
  expect(site.listEvents().slice(-1)).toEqual(['session /second']);
});

test('an outage queues no session events, and retries back off', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(reject(500));
  await visit(fixture);
  for (let heartbeats = 0; heartbeats < 20; heartbeats += 1) {
    await runToHeartbeat();
  }
  // Retries at the first heartbeat after 10, 20, 40 … seconds: in ten minutes at 0, 30, 60, 120, 210 and 390 seconds.
  expect(site.requests.length).toBe(6);
  expect(idsOf(site.requests.at(-1))).toEqual(idsOf(site.requests[0]));
});

test('the script does not retry before Retry-After has passed', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  // Much longer than the real time that the test may need, which the clock adds.
  site.answerWith(reject(503, '', { 'retry-after': '1000' }));
  await visit(fixture);
  await push('/second');
  for (let heartbeats = 0; heartbeats < 3; heartbeats += 1) await runToHeartbeat();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await site.waitUntilSent(page);
  expect(site.requests).toHaveLength(1);

  site.answerWith(accept);
  await page.clock.fastForward(1_000_000);
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.listEvents().slice(2)).toEqual(['pageview /', 'session /', 'pageview /second']);
});

test('the script also honours Retry-After with 429', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(reject(429, '', { 'retry-after': '1' }));
  await visit(fixture);
  site.answerWith(accept);
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual(idsOf(site.requests[0]));
});

test('the script retries at once when the browser is online again', async () => {
  const { site, page, context } = fixture;
  await visit(fixture);
  await context.setOffline(true);
  await push('/offline');
  await page.evaluate(() => fetch('/', { method: 'POST' }).catch(() => undefined));
  expect(site.listEvents()).toHaveLength(2);
  await context.setOffline(false);
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(site.listEvents()[2]).toBe('pageview /offline');
});

test('a rejected event is dropped, and the console shows the reason', async () => {
  const { site, page, consoleMessages } = fixture;
  await page.clock.install();
  const reason = "This page's origin is not shop.test, the domain of this company.";
  site.answerWith(reject(403, JSON.stringify({ error: { code: 'origin-mismatch', message: reason } })));
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await visit(fixture);
  expect((await warned).text()).toContain(reason);

  site.answerWith(accept);
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.listEvents().slice(2)).toEqual(['session /']);
  expect(consoleMessages.filter((message) => message.type() === 'warning')).toHaveLength(1);
});

test('an order is sent in a separate request, so that its rejection affects no page view', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(fixture);
  await order('A-1');
  await order('A-2');
  await push('/thanks');
  site.answerWith((response) =>
    reject(site.requests.at(-1)?.events[0]?.eventType === 'order' ? 422 : 200, '{}')(response),
  );
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 4);
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 5);
  const batches = site.requests
    .slice(1)
    .map(({ events }) => events.filter(isCounted).map(({ eventType }) => eventType));
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
  site.answerWith(breakConnection);
  await visit(fixture);
  await page.evaluate(() => {
    for (let step = 1; step <= 60; step += 1) history.pushState(null, '', `/${step}/${'long-'.repeat(500)}`);
  });
  site.answerWith(accept);
  await runToHeartbeat();
  const later = () => site.requests.slice(1);
  // An event whose answer was late is sent again with its id.
  const listSent = () => new Set(later().flatMap(({ events }) => events.map(({ id }) => id)));
  await site.waitUntil(() => listSent().size >= 50);
  await site.waitUntilSent(page);
  expect(listSent().size).toBe(50);
  // On a slow machine the time on a page may be among the fifty.
  const sent = [
    ...new Map(later().flatMap(({ events }) => events.map((event) => [event.id, event]))).values(),
  ];
  const views = sent.filter(({ eventType }) => eventType === 'pageview').length;
  expect(views).toBeGreaterThan(45);
  expect([...new Set(site.listEvents().slice(2))]).toEqual(
    Array.from({ length: views }, (_, i) => expect.stringMatching(`^pageview /${i + 61 - views}/`)),
  );
  for (const { headers } of later()) {
    // The limit of keepalive requests and of the endpoint.
    expect(Number(headers['content-length'])).toBeLessThan(64 * 1024);
  }
});

test('events that have waited for an hour are dropped', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(fixture);
  await page.clock.fastForward('01:01:00');
  await site.waitUntilSent(page);
  site.answerWith(accept);
  await runToHeartbeat();
  await runToHeartbeat();
  await site.waitUntil(() => site.requests.length >= 2);
  // Only session events: the page view of an hour ago was dropped.
  expect(new Set(site.listEvents().slice(2))).toEqual(new Set(['session /']));
  const [view, session] = idsOf(site.requests[0]) ?? [];
  const later = site.requests.slice(1).flatMap(idsOf);
  expect(later).not.toContain(view);
  expect(later).not.toContain(session);
});

test('queued events are sent when the page is left, and again by the next page if they were not answered', async () => {
  const { site, page } = fixture;
  site.answerWith(breakConnection);
  await visit(fixture, '/checkout');
  await order('A-17');
  await page.goto(site.serve('/bank', ''));
  // Sent on unload: the two events of the load, and the order.
  await site.waitUntil(() => site.requests.length >= 3);

  site.answerWith(accept);
  await page.goto(site.serve('/thanks', site.snippet));
  await site.waitUntil(() => site.requests.length >= 5);
  const resent = site.requests.slice(3).flatMap(({ events }) => events.filter(isCounted));
  const first = site.requests.slice(1, 3).flatMap(({ events }) => events.filter(isCounted));
  expect(resent.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  expect(resent).toHaveLength(5);
  expect(new Set(resent.map(({ metadata }) => metadata.sessionId)).size).toBe(1);

  // Once the page has read the responses, the next page does not send these events again.
  await site.waitUntilSent(page);
  await page.goto(site.serve('/home', site.snippet));
  await site.waitUntil(() => site.listEvents().includes('session /home'));
  expect(site.listEvents().slice(-2)).toEqual(['pageview /home', 'session /home']);
});
