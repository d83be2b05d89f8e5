import { expect, onTestFinished, test } from 'vitest';
import { startBrowser } from './browsers.ts';
import { goBack, setUpFixture, visit } from './fixture.ts';
import { companyId, openSite } from './site.ts';

const stage = setUpFixture();

test('a load sends one page view and one session event in one request', async () => {
  const { site, page } = stage;
  await visit(stage, '/shop');
  await site.waitUntilSent(page);

  expect(site.listEvents()).toEqual(['pageview /shop', 'session /shop']);
  const [beacon] = site.requests;
  expect(beacon?.raw).toHaveLength(2);
  const [view, session] = beacon?.raw ?? [];
  const sent = {
    id: expect.any(String),
    companyId,
    metricValue: 1,
    metadata: {
      url: `${site.pages}/shop`,
      referrer: '',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      sessionId: expect.any(String),
      userAgent: await page.evaluate(() => navigator.userAgent),
    },
  };
  expect(view).toEqual({ ...sent, eventType: 'pageview', metricName: 'page_views' });
  expect(session).toEqual({ ...sent, eventType: 'session', metricName: 'users' });
  expect(beacon?.headers).toMatchObject({ 'content-type': 'text/plain;charset=UTF-8', origin: site.pages });
  expect(beacon?.headers).not.toHaveProperty('cookie');
  expect(beacon?.headers).not.toHaveProperty('referer');
});

test('an id carries the time of its event and is new for each', async () => {
  const before = Date.now();
  await visit(stage);
  const ids = stage.site.requests.flatMap(({ events }) => events.map(({ id }) => id));
  for (const id of ids) {
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  expect(new Set(ids).size).toBe(2);
});

test('queries and fragments of the page and of its referrer stay in the browser', async () => {
  const { site, page } = stage;
  const url = site.serve('/reset', site.snippet);
  site.serve('/from', `<a href="/reset?token=secret#part">reset</a>`);
  await page.goto(`${site.pages}/from?search=private`);
  await page.click('a');
  await site.waitUntil(() => site.requests.length >= 1);
  const [view] = site.requests[0]?.events ?? [];
  expect(view?.metadata).toMatchObject({ url, referrer: `${site.pages}/from` });
});

/** The same actions where the browser tells of a changed address and where the script has to look. */
const browsers = [
  { name: 'a browser with the Navigation API', prepare: '' },
  {
    name: 'a browser without it',
    prepare: "Object.defineProperty(window, 'navigation', { value: undefined });",
  },
];
for (const { name, prepare } of browsers) {
  const visitWith = async () => {
    await stage.page.addInitScript(prepare);
    await visit(stage, '/shop');
  };

  test(`a pushState counts as a page view, in ${name}`, async () => {
    await visitWith();
    const answer = await stage.page.evaluate(() => history.pushState({ step: 1 }, '', '/shop/cart?step=1'));
    await stage.site.waitUntil(() => stage.site.listEvents().length >= 3);
    expect(stage.site.listEvents()[2]).toBe('pageview /shop/cart');
    expect(stage.site.requests[1]?.events[0]?.metadata).toMatchObject({
      referrer: `${stage.site.pages}/shop`,
    });
    expect(answer).toBeUndefined();
  });

  test(`a replaceState counts as a page view, in ${name}`, async () => {
    await visitWith();
    await stage.page.evaluate(() => history.replaceState(null, '', '/shop/cart'));
    await stage.site.waitUntil(() => stage.site.listEvents().length >= 3);
    expect(stage.site.listEvents()[2]).toBe('pageview /shop/cart');
  });

  test(`going back within a page counts as a page view, in ${name}`, async () => {
    await visitWith();
    await stage.page.evaluate(() => history.pushState(null, '', '/shop/cart'));
    await stage.site.waitUntil(() => stage.site.listEvents().length >= 3);
    await goBack(stage.page);
    await stage.site.waitUntil(() => stage.site.listEvents().length >= 4);
    expect(stage.site.listEvents().slice(2)).toEqual(['pageview /shop/cart', 'pageview /shop']);
  });

  /** Nothing but the page view that comes last: what was done before it counted as none. */
  const expectOnly = async (view: string) => {
    await stage.page.evaluate(() => history.pushState(null, '', '/last'));
    await stage.site.waitUntil(() => stage.site.listEvents().includes('pageview /last'));
    await stage.site.waitUntilSent(stage.page);
    expect(stage.site.listEvents().slice(2)).toEqual([view].filter((line) => line !== ''));
  };

  test(`five anchors of one page are no page views, in ${name}`, async () => {
    await visitWith();
    for (const anchor of ['#one', '#two', '#three', '#/cart', '#']) {
      await stage.page.evaluate((to) => {
        location.hash = to;
      }, anchor);
    }
    await goBack(stage.page);
    await expectOnly('pageview /last');
  });

  test(`a scroll-spy that replaces the fragment makes no page views, in ${name}`, async () => {
    await visitWith();
    await stage.page.evaluate(() => {
      for (let part = 1; part <= 10; part += 1) history.replaceState(null, '', `#part-${part}`);
    });
    await expectOnly('pageview /last');
  });

  test(`sorting and filtering by the query make no page views, in ${name}`, async () => {
    await visitWith();
    await stage.page.evaluate(() => {
      history.pushState(null, '', '?sort=price');
      history.pushState(null, '', '?sort=price&page=2');
      history.replaceState(null, '', '?sort=name#list');
    });
    await goBack(stage.page);
    await expectOnly('pageview /last');
  });

  test(`the same path again is no page view, in ${name}`, async () => {
    await visitWith();
    await stage.page.evaluate(() => {
      history.pushState({ open: true }, '', location.href);
      history.replaceState({ open: false }, '');
      history.pushState(null, '', '/shop/cart');
    });
    await stage.site.waitUntil(() => stage.site.listEvents().length >= 3);
    await stage.site.waitUntilSent(stage.page);
    expect(stage.site.listEvents().slice(2)).toEqual(['pageview /shop/cart']);
  });

  test(`the page's own history functions stay in place, in ${name}`, async () => {
    await stage.page.addInitScript(() => {
      Object.assign(window, { before: [history.pushState, history.replaceState] });
    });
    await visitWith();
    const isSame = await stage.page.evaluate(() => {
      const [push, replace] = 'before' in window && Array.isArray(window.before) ? window.before : [];
      return (
        push === history.pushState && replace === history.replaceState && !Object.hasOwn(history, 'pushState')
      );
    });
    expect(isSame).toBe(true);
  });
}

test('a changed address is counted even when the page is left at once', async () => {
  const { site, page } = stage;
  await page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined });");
  site.serve('/elsewhere', '');
  await visit(stage, '/shop');
  await page.evaluate(() => {
    history.pushState(null, '', '/shop/thanks');
    location.href = '/elsewhere';
  });
  await site.waitUntil(() => site.listEvents().includes('pageview /shop/thanks'));
});

test('an address the page may not have is still its own error, and no page view', async () => {
  const { site, page } = stage;
  await visit(stage);
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

test('a page from the back/forward cache counts like a load, in the same session', async () => {
  const { site, page } = stage;
  await visit(stage, '/first');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await visit(stage, '/second');
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

test('a prerendered page counts when it is shown, in the session of its tab', async () => {
  const site = await openSite();
  onTestFinished(site.close);
  const rules = JSON.stringify({ prerender: [{ urls: ['/next'], eagerness: 'immediate' }] });
  // The first page goes on once the next one is rendered.
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
       window.northlight = { q: [], order(sale) { this.q.push(sale); } };
       northlight.order({ orderId: 'prerendered-' + document.prerendering, amount: 1 });
       addEventListener('load', () => fetch('${site.northlight}/signal'));
     </script>
     ${site.snippet}`,
  );
  const browser = startBrowser(`${site.pages}/first`);
  onTestFinished(browser.stop);
  await site.waitUntil(() => site.listEvents().length >= 5);
  // The order is a request of its own, which may overtake.
  expect(site.listEvents().toSorted()).toEqual([
    'order /next',
    'pageview /first',
    'pageview /next',
    'session /first',
    'session /next',
  ]);
  const events = site.requests.flatMap((beacon) => beacon.events);
  const order = events.find(({ eventType }) => eventType === 'order');
  expect(order?.metadata).toMatchObject({ orderId: 'prerendered-true' });
  expect(new Set(events.map(({ metadata }) => metadata.sessionId)).size).toBe(1);
});
