import { expect, onTestFinished, test } from 'vitest';
import { startBrowser } from './browsers.ts';
import { goBack, setUpFixture, visit } from './fixture.ts';
import { companyId, openSite } from './site.ts';

const fixture = setUpFixture();

test('a load sends one page view and one session event in one request', async () => {
  const { site, page } = fixture;
  await visit(fixture, '/shop');
  await site.waitUntilSent(page);

  expect(site.listEvents()).toEqual(['pageview /shop', 'session /shop']);
  const [request] = site.requests;
  expect(request?.raw).toHaveLength(2);
  const [view, session] = request?.raw ?? [];
  const sent = {
    id: expect.any(String),
    companyId,
    metricValue: 1,
    metadata: {
      url: `${site.pages}/shop`,
      referrer: '',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      sessionId: expect.any(String),
      visitorId: expect.any(String),
      language: 'en-US',
      // The class `laptop`: the window is 1280 pixels wide.
      screen: 2,
      userAgent: await page.evaluate(() => navigator.userAgent),
    },
  };
  expect(view).toEqual({ ...sent, eventType: 'pageview', metricName: 'page_views' });
  expect(session).toEqual({ ...sent, eventType: 'session', metricName: 'users' });
  expect(request?.headers).toMatchObject({ 'content-type': 'text/plain;charset=UTF-8', origin: site.pages });
  expect(request?.headers).not.toHaveProperty('cookie');
  expect(request?.headers).not.toHaveProperty('referer');
});

test('each event has a new id that contains its time', async () => {
  const before = Date.now();
  await visit(fixture);
  const ids = fixture.site.requests.flatMap(({ events }) => events.map(({ id }) => id));
  for (const id of ids) {
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  expect(new Set(ids).size).toBe(2);
});

test('ids stay valid and ascending on a page that reports thousands of events', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate(() => {
    for (let count = 1; count <= 5_000; count += 1) window.siteStats?.event?.('Tick', { count });
  });
  // The last fifty are queued. The endpoint's schema accepts only version 7.
  const ticks = () =>
    site.requests
      .flatMap(({ events }) => events)
      .flatMap(({ id, eventType, metadata }) =>
        eventType === 'event' ? [{ id, count: Number(metadata.properties?.count) }] : [],
      )
      .toSorted((a, b) => a.count - b.count);
  await site.waitUntil(() => ticks().length >= 50);
  const ids = ticks().map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(50);
});

test('query strings and fragments of the page and its referrer are not sent', async () => {
  const { site, page } = fixture;
  const url = site.serve('/reset', site.snippet);
  site.serve('/from', `<a href="/reset?token=secret#part">reset</a>`);
  await page.goto(`${site.pages}/from?search=private`);
  await page.click('a');
  await site.waitUntil(() => site.requests.length >= 1);
  const [view] = site.requests[0]?.events ?? [];
  expect(view?.metadata).toMatchObject({ url, referrer: `${site.pages}/from` });
});

/** With the Navigation API the browser reports a changed URL; without it the script has to poll. */
const browsers = [
  { name: 'a browser with the Navigation API', prepare: '' },
  {
    name: 'a browser without it',
    prepare: "Object.defineProperty(window, 'navigation', { value: undefined });",
  },
];
for (const { name, prepare } of browsers) {
  const visitWith = async () => {
    await fixture.page.addInitScript(prepare);
    await visit(fixture, '/shop');
  };

  test(`a pushState counts as a page view, in ${name}`, async () => {
    await visitWith();
    const answer = await fixture.page.evaluate(() => history.pushState({ step: 1 }, '', '/shop/cart?step=1'));
    await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 3);
    expect(fixture.site.listEvents()[2]).toBe('pageview /shop/cart');
    const view = fixture.site.requests[1]?.events.find(({ eventType }) => eventType === 'pageview');
    expect(view?.metadata).toMatchObject({ referrer: `${fixture.site.pages}/shop` });
    expect(answer).toBeUndefined();
  });

  test(`a replaceState counts as a page view, in ${name}`, async () => {
    await visitWith();
    await fixture.page.evaluate(() => history.replaceState(null, '', '/shop/cart'));
    await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 3);
    expect(fixture.site.listEvents()[2]).toBe('pageview /shop/cart');
  });

  test(`going back within a page counts as a page view, in ${name}`, async () => {
    await visitWith();
    await fixture.page.evaluate(() => history.pushState(null, '', '/shop/cart'));
    await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 3);
    await goBack(fixture.page);
    await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 4);
    expect(fixture.site.listEvents().slice(2)).toEqual(['pageview /shop/cart', 'pageview /shop']);
  });

  /** Makes a last page view and checks that nothing before it was counted. */
  const expectOnly = async (view: string) => {
    await fixture.page.evaluate(() => history.pushState(null, '', '/last'));
    await fixture.site.waitUntil(() => fixture.site.listEvents().includes('pageview /last'));
    await fixture.site.waitUntilSent(fixture.page);
    expect(fixture.site.listEvents().slice(2)).toEqual([view].filter((line) => line !== ''));
  };

  test(`following anchors within a page sends no page views, in ${name}`, async () => {
    await visitWith();
    for (const anchor of ['#one', '#two', '#three', '#/cart', '#']) {
      await fixture.page.evaluate((to) => {
        location.hash = to;
      }, anchor);
    }
    await goBack(fixture.page);
    await expectOnly('pageview /last');
  });

  test(`a scroll spy that replaces the fragment sends no page views, in ${name}`, async () => {
    await visitWith();
    await fixture.page.evaluate(() => {
      for (let part = 1; part <= 10; part += 1) history.replaceState(null, '', `#part-${part}`);
    });
    await expectOnly('pageview /last');
  });

  test(`changing the query string sends no page views, in ${name}`, async () => {
    await visitWith();
    await fixture.page.evaluate(() => {
      history.pushState(null, '', '?sort=price');
      history.pushState(null, '', '?sort=price&page=2');
      history.replaceState(null, '', '?sort=name#list');
    });
    await goBack(fixture.page);
    await expectOnly('pageview /last');
  });

  test(`navigating to the same path sends no page view, in ${name}`, async () => {
    await visitWith();
    await fixture.page.evaluate(() => {
      history.pushState({ open: true }, '', location.href);
      history.replaceState({ open: false }, '');
      history.pushState(null, '', '/shop/cart');
    });
    await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 3);
    await fixture.site.waitUntilSent(fixture.page);
    expect(fixture.site.listEvents().slice(2)).toEqual(['pageview /shop/cart']);
  });

  test(`the history functions of the page are not replaced, in ${name}`, async () => {
    await fixture.page.addInitScript(() => {
      Object.assign(window, { before: [history.pushState, history.replaceState] });
    });
    await visitWith();
    const isSame = await fixture.page.evaluate(() => {
      const [push, replace] = 'before' in window && Array.isArray(window.before) ? window.before : [];
      return (
        push === history.pushState && replace === history.replaceState && !Object.hasOwn(history, 'pushState')
      );
    });
    expect(isSame).toBe(true);
  });
}

test('a page view is sent even if the page is left right after a pushState', async () => {
  const { site, page } = fixture;
  await page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined });");
  site.serve('/elsewhere', '');
  await visit(fixture, '/shop');
  await page.evaluate(() => {
    history.pushState(null, '', '/shop/thanks');
    location.href = '/elsewhere';
  });
  await site.waitUntil(() => site.listEvents().includes('pageview /shop/thanks'));
});

test('a pushState to another origin throws its usual error and sends no page view', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  const error = await page.evaluate(() => {
    try {
      history.pushState(null, '', 'https://elsewhere.test/');
    } catch (thrown) {
      return thrown instanceof DOMException ? thrown.name : 'other';
    }
    return 'none';
  });
  await site.waitUntilSent(page);
  expect(error).toBe('SecurityError');
  expect(site.listEvents()).toHaveLength(2);
});

test('a page restored from the back/forward cache sends the events of a load in the same session', async () => {
  const { site, page } = fixture;
  await visit(fixture, '/first');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await visit(fixture, '/second');
  await goBack(page);
  await site.waitUntil(() => site.listEvents().length >= 6);
  await site.waitUntilSent(page);

  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  expect(site.listEvents()).toEqual([
    ...['pageview /first', 'session /first'],
    ...['pageview /second', 'session /second'],
    ...['pageview /first', 'session /first'],
  ]);
  expect(
    new Set(site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId))).size,
  ).toBe(1);
});

test('a prerendered page sends its events when it is shown, in the session of its tab', async () => {
  const site = await openSite();
  onTestFinished(site.close);
  const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
  // The first page navigates once the next one is prerendered.
  site.serve(
    '/first',
    `<script type="speculationrules">${rules}</script>${site.snippet}
     <script>
       fetch('${site.northlight}/wait').then(() => { location.href = '/next'; });
     </script>`,
  );
  site.serve(
    '/next',
    `<script>
       window.siteStats = { q: [], order(sale) { this.q.push(sale); } };
       siteStats.order({ orderId: 'prerendered-' + document.prerendering, amount: 1 });
       addEventListener('load', () => fetch('${site.northlight}/signal'));
     </script>
     ${site.snippet}`,
  );
  const browser = startBrowser(`${site.pages}/first`);
  onTestFinished(browser.stop);
  await site.waitUntil(() => site.listEvents().length >= 5);
  // The order is a separate request, which may arrive first.
  expect(site.listEvents().toSorted()).toEqual([
    'order /next',
    'pageview /first',
    'pageview /next',
    'session /first',
    'session /next',
  ]);
  const events = site.requests.flatMap((request) => request.events);
  const order = events.find(({ eventType }) => eventType === 'order');
  expect(order?.metadata).toMatchObject({ orderId: 'prerendered-true' });
  expect(new Set(events.map(({ metadata }) => metadata.sessionId)).size).toBe(1);
});
