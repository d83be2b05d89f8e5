import { expect, test } from 'vitest';
import { setUpFixture, visit } from './fixture.ts';
import { accept, breakConnection, reject, type TrackingRequest } from './site.ts';

const stage = setUpFixture();

const idsOf = (beacon: TrackingRequest | undefined) => beacon?.events.map(({ id }) => id);
const push = (path: string) => stage.page.evaluate((to) => history.pushState(null, '', to), path);
const order = (orderId: string) =>
  stage.page.evaluate((id) => window.northlight?.order({ orderId: id, amount: 5 }), orderId);

/** Failures grow the pause from 10 seconds on; a heartbeat is the first chance after it. */
const nextBeat = async () => {
  await stage.page.clock.runFor(30_000);
  await stage.site.waitUntilSent(stage.page);
};

test('what an endpoint that is down did not take comes again with the same ids', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(stage);
  await push('/second');
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual([...(idsOf(site.requests[0]) ?? []), expect.any(String)]);

  site.answerWith(accept);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 3);
  expect(idsOf(site.requests[2])).toEqual(idsOf(site.requests[1]));
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 4);
  expect(site.listEvents().slice(-1)).toEqual(['session /second']);
});

test('an outage piles up no signs of life, and is asked about more and more seldom', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(reject(500));
  await visit(stage);
  for (let beats = 0; beats < 20; beats += 1) {
    await nextBeat();
  }
  // At a heartbeat after 10, 20, 40 … seconds each: in ten minutes 0, 30, 60, 120, 210 and 390.
  expect(site.requests.length).toBe(6);
  expect(idsOf(site.requests.at(-1))).toEqual(idsOf(site.requests[0]));
});

test('a busy endpoint is left alone for as long as it asks', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(reject(503, '', { 'retry-after': '100' }));
  await visit(stage);
  await push('/second');
  for (let beats = 0; beats < 3; beats += 1) await nextBeat();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await site.waitUntilSent(page);
  expect(site.requests).toHaveLength(1);

  site.answerWith(accept);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.listEvents().slice(2)).toEqual(['pageview /', 'session /', 'pageview /second']);
});

test('429 counts as busy too', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(reject(429, '', { 'retry-after': '1' }));
  await visit(stage);
  site.answerWith(accept);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(idsOf(site.requests[1])).toEqual(idsOf(site.requests[0]));
});

test('being online again is reason enough to try at once', async () => {
  const { site, page, context } = stage;
  await visit(stage);
  await context.setOffline(true);
  await push('/offline');
  await page.evaluate(() => fetch('/', { method: 'POST' }).catch(() => undefined));
  expect(site.listEvents()).toHaveLength(2);
  await context.setOffline(false);
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(site.listEvents()[2]).toBe('pageview /offline');
});

test('a refused event is dropped, and the console says why', async () => {
  const { site, page, consoleMessages: said } = stage;
  await page.clock.install();
  const reason = "This page's origin is not shop.test, the domain of this company.";
  site.answerWith(reject(403, JSON.stringify({ error: { code: 'origin-mismatch', message: reason } })));
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await visit(stage);
  expect((await warned).text()).toContain(reason);

  site.answerWith(accept);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.listEvents().slice(2)).toEqual(['session /']);
  expect(said.filter((message) => message.type() === 'warning')).toHaveLength(1);
});

test('an order travels alone: its refusal takes no page view along', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(stage);
  await order('A-1');
  await order('A-2');
  await push('/thanks');
  site.answerWith((response) =>
    reject(site.requests.at(-1)?.events[0]?.eventType === 'order' ? 422 : 200, '{}')(response),
  );
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 4);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 5);
  const batches = site.requests.slice(1).map(({ events }) => events.map(({ eventType }) => eventType));
  expect(batches.toSorted()).toEqual([
    ['order'],
    ['order'],
    ['pageview', 'session', 'pageview'],
    ['session'],
  ]);
});

test('at most fifty events wait; the oldest give way', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(stage);
  await page.evaluate(() => {
    for (let step = 1; step <= 60; step += 1) history.pushState(null, '', `/${step}/${'long-'.repeat(500)}`);
  });
  site.answerWith(accept);
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.requests[1]?.events).toHaveLength(50);
  expect(site.requests[1]?.events.every(({ eventType }) => eventType === 'pageview')).toBe(true);
  // What may outlive a page, and what the endpoint takes.
  expect(Number(site.requests[1]?.headers['content-length'])).toBeLessThan(64 * 1024);
});

test('what has waited for an hour is dropped', async () => {
  const { site, page } = stage;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(stage);
  await page.clock.fastForward('01:01:00');
  await site.waitUntilSent(page);
  site.answerWith(accept);
  await nextBeat();
  await nextBeat();
  await site.waitUntil(() => site.requests.length >= 2);
  // Only signs of life: the page view of an hour ago is gone.
  expect(new Set(site.listEvents().slice(2))).toEqual(new Set(['session /']));
  const [view, session] = idsOf(site.requests[0]) ?? [];
  const later = site.requests.slice(1).flatMap(idsOf);
  expect(later).not.toContain(view);
  expect(later).not.toContain(session);
});

test('what waits is sent when the page goes, and goes on with the tab if nobody answers', async () => {
  const { site, page } = stage;
  site.answerWith(breakConnection);
  await visit(stage, '/checkout');
  await order('A-17');
  await page.goto(site.serve('/bank', ''));
  // Sent on leaving: the two of the load, and the order.
  await site.waitUntil(() => site.requests.length >= 3);

  site.answerWith(accept);
  await page.goto(site.serve('/thanks', site.snippet));
  await site.waitUntil(() => site.requests.length >= 5);
  const again = site.requests.slice(3).flatMap(({ events }) => events);
  const first = site.requests.slice(1, 3).flatMap(({ events }) => events);
  expect(again.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  expect(again).toHaveLength(5);
  expect(new Set(again.map(({ metadata }) => metadata.sessionId)).size).toBe(1);

  // Once the page has read the responses, the next page does not send these events again.
  await site.waitUntilSent(page);
  await page.goto(site.serve('/home', site.snippet));
  await site.waitUntil(() => site.requests.length >= 6);
  expect(site.listEvents().slice(-2)).toEqual(['pageview /home', 'session /home']);
});
