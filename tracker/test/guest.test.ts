import { expect, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { setUpFixture, visit } from './fixture.ts';
import { companyId } from './site.ts';

const fixture = setUpFixture();

const warnings = () =>
  fixture.consoleMessages.filter((message) => message.type() === 'warning').map((message) => message.text());

test("an order is sent with its id, amount and currency in the visitor's session", async () => {
  const { site, page } = fixture;
  await visit(fixture, '/thanks');
  const answer = await page.evaluate(() =>
    window.siteStats?.order({ orderId: 'A-17', amount: 49.9, currency: 'EUR' }),
  );
  await site.waitUntil(() => site.requests.length >= 2);
  expect(answer).toBeUndefined();
  expect(site.requests[1]?.raw).toEqual([
    expect.objectContaining({ companyId, eventType: 'order', metricName: 'orders', metricValue: 1 }),
  ]);
  expect(site.requests[1]?.events[0]?.metadata).toEqual({
    orderId: 'A-17',
    amount: 49.9,
    currency: 'EUR',
    url: `${site.pages}/thanks`,
    sessionId: site.requests[0]?.events[0]?.metadata.sessionId,
    visitorId: site.requests[0]?.events[0]?.metadata.visitorId,
    language: 'en-US',
    screen: 'laptop',
  });
});

/** An inline script of a shop's confirmation page. All of it must run. */
const inlineOrder = `<script>
  siteStats.order({ orderId: 7, amount: 0 });
  document.title = 'the script continued';
</script>`;

for (const [where, body] of [
  ['after the tag', (tag: string) => trackingStubTag + tag + inlineOrder],
  ['before the tag', (tag: string) => trackingStubTag + inlineOrder + tag],
  ['below a tag that was copied without a stub', (tag: string) => tag + trackingStubTag + inlineOrder],
  [
    'above the complete tracking code',
    (tag: string) => trackingStubTag + inlineOrder + trackingStubTag + tag,
  ],
  [
    'next to an element with the id siteStats',
    (tag: string) => `<div id="siteStats"></div>${trackingStubTag}${inlineOrder}${tag}`,
  ],
] as const) {
  test(`an inline order ${where} does not throw and is sent once the script has run`, async () => {
    const { site, page } = fixture;
    await page.goto(site.serve('/thanks', body(site.snippet)));
    await site.waitUntil(() => site.listEvents().length >= 3);
    expect(site.listEvents().toSorted()).toEqual(['order /thanks', 'pageview /thanks', 'session /thanks']);
    const order = site.requests
      .flatMap(({ events }) => events)
      .find(({ eventType }) => eventType === 'order');
    expect(order?.metadata).toMatchObject({ orderId: '7', amount: 0 });
    expect(await page.title()).toBe('the script continued');
  });
}

test('an inline order does not throw where the script is blocked', async () => {
  const { site, page } = fixture;
  await page.route('**/t.js', (route) => route.abort('blockedbyclient'));
  await page.goto(site.serve('/thanks', trackingStubTag + site.snippet + inlineOrder));
  expect(await page.title()).toBe('the script continued');
  await page.evaluate(() => window.siteStats?.order({ orderId: 'A-18', amount: 5 }));
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
});

test('a reference to the stub still reports orders after the script has run', async () => {
  const { site, page } = fixture;
  const keep = `<script>window.kept = siteStats; addEventListener('click', () => kept.order({ orderId: 'A', amount: 1 }))</script>`;
  await page.goto(site.serve('/', trackingStubTag + keep + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.click('html');
  await site.waitUntil(() => site.listEvents().includes('order /'));
});

test.each(['12.50', ' 12.50 ', '0'])('the amount text %j is sent as a number', async (amount) => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate((text) => window.siteStats?.order({ orderId: 'A', amount: text }), amount);
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.requests[1]?.events[0]?.metadata).toMatchObject({ amount: Number(amount) });
  expect(warnings()).toEqual([]);
});

test.each(['12,50', '$12', '12.50 USD', 'NaN'])(
  'the amount text %j is not sent, and the console warns about the amount',
  async (amount) => {
    const { site, page } = fixture;
    await visit(fixture);
    await page.evaluate((text) => window.siteStats?.order({ orderId: 'A', amount: text }), amount);
    await site.waitUntilSent(page);
    expect(site.requests).toHaveLength(1);
    expect(warnings()).toEqual(['site stats: bad orderId or amount']);
  },
);

test('an invalid order logs a warning and sends nothing', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate(() => {
    const report: unknown = window.siteStats?.order;
    if (typeof report !== 'function') throw new Error('no order function');
    const sales = [undefined, null, 7, {}, { orderId: 'A' }, { orderId: '', amount: 1 }, { amount: 1 }];
    const amounts = [-1, Number.NaN, undefined, 'text', {}, Symbol('text'), 5n];
    for (const sale of [...sales, ...amounts.map((amount) => ({ orderId: 'A', amount }))]) report(sale);
  });
  await site.waitUntilSent(page);
  expect(site.requests).toHaveLength(1);
  expect(warnings()).toHaveLength(14);
});

test('a script that is included twice runs once', async () => {
  const { site, page } = fixture;
  const again = `<script async src="${site.northlight}/t.js?again" data-company="${companyId}"></script>`;
  await page.goto(site.serve('/', site.snippet + site.snippet + again));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.addScriptTag({ url: `${site.northlight}/t.js` });
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => site.listEvents().length >= 3);
  await site.waitUntilSent(page);
  expect(site.listEvents()).toEqual(['pageview /', 'session /', 'pageview /next']);
});

test('an element with the id siteStats does not keep the script from running', async () => {
  const { site, page } = fixture;
  await page.goto(site.serve('/', `<div id="siteStats"></div>${site.snippet}`));
  await site.waitUntil(() => site.listEvents().length >= 2);
});

test('a page with a strict security policy is counted', async () => {
  const { site, page, consoleMessages } = fixture;
  const policy = `default-src 'none'; script-src ${site.northlight}; connect-src ${site.northlight}; require-trusted-types-for 'script'; trusted-types 'none'`;
  await page.goto(site.serve('/', site.snippet, { 'content-security-policy': policy }));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(consoleMessages.filter((message) => message.text().includes('Content Security Policy'))).toEqual([]);
});

test('a policy that blocks the endpoint causes no warnings and few requests', async () => {
  const { site, page, consoleMessages } = fixture;
  await page.clock.install();
  const blocked = page.waitForEvent('console', (message) =>
    message.text().includes('Content Security Policy'),
  );
  const policy = `script-src ${site.northlight}; connect-src 'self'`;
  await page.goto(site.serve('/', site.snippet, { 'content-security-policy': policy }));
  await blocked;
  for (let heartbeats = 0; heartbeats < 20; heartbeats += 1) await page.clock.runFor(30_000);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  expect(site.requests).toEqual([]);
  // Chromium logs two messages for each of the six attempts in ten minutes.
  const violations = consoleMessages.filter((message) => message.text().includes('Content Security Policy'));
  expect(violations.length).toBeLessThanOrEqual(2 * 7);
  expect(warnings()).toEqual([]);
});

test('a page with frozen built-ins is counted', async () => {
  const { site, page } = fixture;
  const freeze = `<script>
    for (const { prototype } of [Object, Array, Function, String, Promise, History, EventTarget, Storage, Navigation]) Object.freeze(prototype);
    for (const thing of [history, navigation, sessionStorage, JSON, Math, Date, console, crypto, performance]) {
      try { Object.freeze(thing); } catch {}
    }
  </script>`;
  await page.goto(site.serve('/', freeze + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(warnings()).toEqual([]);
});

test('a page with frozen history functions in a browser without the Navigation API is counted', async () => {
  const { site, page } = fixture;
  await page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined });");
  const freeze = '<script>Object.freeze(History.prototype); Object.freeze(history);</script>';
  await page.goto(site.serve('/', freeze + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => site.listEvents().length >= 3);
});

test('a page that broke built-in functions gets no error from the script', async () => {
  const { site, page } = fixture;
  const sabotage = `<script>
    Array.prototype.filter = () => { throw new Error('sabotage'); };
    crypto.getRandomValues = () => { throw new Error('sabotage'); };
    window.fetch = () => { throw new Error('sabotage'); };
  </script>`;
  const warned = page.waitForEvent('console', (message) => message.text().includes('site stats'));
  await page.goto(site.serve('/', sabotage + site.snippet));
  await warned;
  const isMoved = await page.evaluate(() => {
    history.pushState(null, '', '/next');
    window.siteStats?.order({ orderId: 'A', amount: 1 });
    return location.pathname === '/next';
  });
  expect(isMoved).toBe(true);
});

test('a visitor with Global Privacy Control is not counted', async () => {
  const { site, page } = fixture;
  // Chromium has no such setting; browsers with one define this property.
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });",
  );
  await page.clock.install();
  await page.goto(site.serve('/', site.snippet));
  await page.evaluate(() => {
    window.siteStats?.order({ orderId: 'A-17', amount: 5 });
    history.pushState(null, '', '/next');
  });
  await page.clock.runFor(60_000);
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
  expect(warnings()).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
});

for (const [name, attribute] of [
  ['without a company', ''],
  ['with a malformed company', 'data-company="shop.test"'],
]) {
  test(`a tracking code ${name} logs one warning and sends nothing`, async () => {
    const { site, page } = fixture;
    await page.goto(site.serve('/', `<script defer src="${site.northlight}/t.js" ${attribute}></script>`));
    await page.evaluate(() => {
      window.siteStats?.order({ orderId: 'A-17', amount: 5 });
      history.pushState(null, '', '/next');
    });
    await site.waitUntilSent(page);
    expect(site.requests).toEqual([]);
    expect(warnings()).toEqual(['site stats: bad data-company']);
  });
}

test('the script creates one global name and one entry in each storage', async () => {
  const { site, page } = fixture;
  await page.addInitScript(() => {
    const names = Object.getOwnPropertyNames(window);
    Object.assign(window, { namesBefore: [...names, 'namesBefore'] });
  });
  await visit(fixture);
  const left = await page.evaluate(() => {
    const before = 'namesBefore' in window && Array.isArray(window.namesBefore) ? window.namesBefore : [];
    const names = Object.getOwnPropertyNames(window).filter((name) => !before.includes(name));
    return {
      names,
      session: Object.keys(sessionStorage),
      local: Object.keys(localStorage),
      cookies: document.cookie,
    };
  });
  await site.waitUntilSent(page);
  expect(left).toEqual({
    names: ['siteStats'],
    session: ['siteStats'],
    local: ['siteStats'],
    cookies: '',
  });
});
