import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectedEventsList } from '../../../../contract/company/rejected-events.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aCompany, anOrder, aPageview, aSession, aViewerCookie, track } from '../../../testing/builders.ts';
import { expectAccepted, expectRejectedEvent } from '../../../testing/requests/expect-answers.ts';
import { findRevision } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** Everything in a response except times. */
function shown(answer: LightMyRequestResponse) {
  const { date: _, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: answer.body };
}

test('unknown, malformed and foreign company ids get the same response', async () => {
  const { company } = await aCompany(t.db, { domain: 'secret-client.test' });
  const view = aPageview(company.id, { url: 'https://secret-client.test/' });
  const origin = 'https://evil.test';
  const answers = [
    await track(t.app, view, { origin }),
    await track(t.app, { ...view, companyId: '0198c0de-0000-4000-8000-000000000000' }, { origin }),
    await track(t.app, { ...view, companyId: 'shop' }, { origin }),
    await track(t.app, { ...view, companyId: undefined }, { origin }),
    await track(t.app, { ...view, companyId: [company.id] }, { origin }),
    await track(t.app, [{ ...view, companyId: 'shop' }], { origin }),
    await track(t.app, view, { origin: 'null' }),
    await track(t.app, view, { origin: 'chrome-extension://abcdefghijklmnop' }),
    await track(t.app, { ...view, metadata: { url: 'https://evil.test/' } }),
  ].map(shown);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 403, headers: { 'x-refused': 'event-refused' } });
  expect(JSON.stringify(answers[0])).not.toMatch(/secret-client|evil/);
});

test('the company sees the reason that the sender does not get', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  await track(t.app, aPageview(company.id), { origin: 'https://evil.test' });
  await track(t.app, aPageview(company.id, { url: 'https://copied.test/' }));
  await track(t.app, aPageview(company.id, { referrer: 'https://semalt.com/x' }));
  await track(t.app, anOrder(company.id, 'A', 1_000_000));
  const read = async () => {
    const answer = await t.app.inject({ url: apiPaths.rejectedEvents(company.id), headers: { cookie } });
    return rejectedEventsList.parse(answer.json()).refusals.map(({ reason }) => reason);
  };
  await expect
    .poll(async () => (await read()).toSorted())
    .toEqual(['order-amount-too-large', 'origin-mismatch', 'page-elsewhere', 'spam-referrer']);
});

test.each(['https://evil.test/', 'https://shop.test.evil.test/', 'https://a.shop.test/', 'http://[::1]/'])(
  'events of a page on another host are rejected: %s',
  async (url) => {
    const { company } = await aCompany(t.db);
    const order = anOrder(company.id, 'A-1', 1);
    for (const event of [
      aPageview(company.id, { url }),
      aSession(company.id, 's', url),
      { ...order, metadata: { ...order.metadata, url } },
    ]) {
      expectRejectedEvent(await track(t.app, event), 403, 'event-refused');
      expectRejectedEvent(await track(t.app, event, { origin: 'https://shop.test' }), 403, 'event-refused');
    }
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    for (const own of ['https://shop.test/', 'http://www.shop.test:8080/a', 'https://user@SHOP.test/'])
      expectAccepted(await track(t.app, aPageview(company.id, { url: own })), 1);
  },
);

test.each(['', ' '])('page views without a User-Agent (%j) are not counted', async (userAgent) => {
  const { company } = await aCompany(t.db);
  const headers = { 'user-agent': userAgent };
  expectRejectedEvent(await track(t.app, aPageview(company.id), headers), 403, 'bot');
  expectRejectedEvent(await track(t.app, aSession(company.id, 's'), headers), 403, 'bot');
  const fromPage = { ...headers, origin: 'https://shop.test' };
  expectRejectedEvent(await track(t.app, anOrder(company.id, 'A', 1), fromPage), 403, 'bot');
  // A shop’s server may omit it.
  expectAccepted(await track(t.app, anOrder(company.id, 'A', 1), headers), 1);
});

test.each([
  'semalt.com',
  'buttons-for-website.com',
  'darodar.com',
  'ilovevitaly.com',
  'free-share-buttons.com',
])('visits with the spam referrer %s are not counted', async (host) => {
  const { company } = await aCompany(t.db);
  for (const referrer of [`https://${host}/`, `http://www.${host}.:80`, `https://a.b.${host}./try?u=1`]) {
    const view = aPageview(company.id, { referrer, sessionId: 's' });
    expectRejectedEvent(await track(t.app, view), 403, 'spam-referrer');
  }
  expect(await findRevision(t.db, company.id)).toBeUndefined();
  const like = aPageview(company.id, { referrer: `https://not${host}/` });
  expectAccepted(await track(t.app, like), 1);
});
