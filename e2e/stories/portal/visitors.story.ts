import type { BrowserContext, Page } from '@playwright/test';
import { type CreatedCompany, createCompany, type Northlight } from '../../northlight.ts';
import { type Shop, startShop } from '../../shop.ts';
import { askApi, expect, openPortal, test, visit } from '../story.ts';

const hourMs = 3_600_000;

/** A time zone where it is between 8 and 16 o'clock, so that some hours earlier is the same day. */
function findDaytimeZone(): string {
  const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Tokyo', 'Asia/Kolkata'];
  const found = zones.find((zone) => {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    const hour = Number(parts.format());
    return hour >= 8 && hour <= 16;
  });
  return found ?? 'UTC';
}

const createDaytimeCompany = (northlight: Northlight, name: string, timeZone = findDaytimeZone()) =>
  createCompany(northlight, name, 'localhost', ['--time-zone', timeZone]);

/** Such a company, its figures read in the signed-in `portal`. */
async function openCompany(portal: Page, northlight: Northlight, name: string, timeZone?: string) {
  const company = await createDaytimeCompany(northlight, name, timeZone);
  const shop = await startShop(company.snippet);
  await openPortal(portal, northlight, company);
  return { company, shop };
}

/** Visitors, visits and page views of a period. */
async function readFigures(portal: Page, northlight: Northlight, company: CreatedCompany, period = 'today') {
  const answer = await askApi(
    portal,
    `${northlight.url}/api/companies/${company.id}/stats/summary?period=${period}`,
  );
  const { metrics }: { metrics: Record<string, { value: number }> } = await answer.json();
  return [metrics.visitors?.value, metrics.visits?.value, metrics['page-views']?.value];
}

async function countOnSite(portal: Page, northlight: Northlight, company: CreatedCompany): Promise<number> {
  const answer = await askApi(portal, `${northlight.url}/api/companies/${company.id}/active`);
  const { onSite }: { onSite: number } = await answer.json();
  return onSite;
}

/** Opens pages one after the other in one tab, and waits until each is counted. */
async function openPages(context: BrowserContext, shop: Shop, paths: string[]): Promise<Page> {
  await context.setExtraHTTPHeaders({});
  const tab = await context.newPage();
  for (const path of paths) {
    const answered = tab.waitForResponse('**/api/track-analytics?*');
    await tab.goto(`${shop.url}${path}`);
    expect((await answered).status()).toBe(200);
  }
  return tab;
}

test('a person with three tabs who comes back is one visitor with two visits, and another browser is a second', async ({
  page,
  browser,
  northlight,
}) => {
  // The browser has the company's zone: a page that is left before it reads its answer keeps the browser's midnight.
  const timezoneId = findDaytimeZone();
  const { company, shop } = await openCompany(page, northlight, 'Juniper', timezoneId);
  const figures = () => readFigures(page, northlight, company);
  const person = await browser.newContext({ timezoneId });
  await person.clock.install({ time: Date.now() - 2 * hourMs });
  const tabs = [
    await openPages(person, shop, ['/', '/lamps']),
    await openPages(person, shop, ['/chairs', '/tables']),
    await openPages(person, shop, ['/cart']),
  ];
  await expect.poll(figures).toEqual([1, 1, 5]);

  for (const tab of tabs) await tab.close();
  await person.clock.setSystemTime(Date.now());
  await openPages(person, shop, ['/']);
  await expect.poll(figures).toEqual([1, 2, 6]);

  await visit(await browser.newContext(), shop.url);
  await expect.poll(figures).toEqual([2, 3, 7]);
  await shop.close();
});

test('a visitor who returns the next day is another visitor', async ({ page, browser, northlight }) => {
  const { company, shop } = await openCompany(page, northlight, 'Larch');
  const person = await browser.newContext();
  await person.clock.install({ time: Date.now() - 20 * hourMs });
  const tab = await openPages(person, shop, ['/']);
  await expect.poll(() => readFigures(page, northlight, company, '7d')).toEqual([1, 1, 1]);
  await tab.close();
  await person.clock.setSystemTime(Date.now());
  await openPages(person, shop, ['/']);
  await expect.poll(() => readFigures(page, northlight, company, '7d')).toEqual([2, 2, 2]);
  expect(await readFigures(page, northlight, company)).toEqual([1, 1, 1]);
  await shop.close();
});

test('the payload of the specification counts visitors by its session id', async ({
  page,
  browser,
  northlight,
}) => {
  const company = await createDaytimeCompany(northlight, 'Rowan');
  const shop = await startShop('');
  await openPortal(page, northlight, company);
  const site = await visit(await browser.newContext(), shop.url);
  const send = (sessionId: string) =>
    site.evaluate(
      async ([endpoint, companyId, id]) => {
        const url = location.href;
        const timestamp = new Date().toISOString();
        const events = [
          {
            companyId,
            eventType: 'pageview',
            metricName: 'page_views',
            metricValue: 1,
            metadata: { url, referrer: '', timestamp },
          },
          {
            companyId,
            eventType: 'session',
            metricName: 'users',
            metricValue: 1,
            metadata: { sessionId: id, url, userAgent: navigator.userAgent, timestamp },
          },
        ];
        for (const event of events) {
          const answer = await fetch(`${endpoint}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(event),
          });
          if (!answer.ok) throw new Error(await answer.text());
        }
      },
      [`${northlight.url}/api/track-analytics`, company.id, sessionId],
    );
  for (const sessionId of ['1764000000000-x7k2', '1764000000000-x7k2', '1764000000001-p3q9']) {
    await send(sessionId);
  }
  const figures = async () => {
    const [visitors, , views] = await readFigures(page, northlight, company);
    return [visitors, views];
  };
  await expect.poll(figures).toEqual([2, 3]);
  await shop.close();
});

test('anchors, scroll spies, sorting, own frames and Back to the same path are no page views', async ({
  page,
  browser,
  northlight,
}) => {
  const { company, shop } = await openCompany(page, northlight, 'Yew');
  const tab = await openPages(await browser.newContext(), shop, ['/']);
  await tab.evaluate(async () => {
    location.hash = 'delivery';
    for (let part = 1; part <= 5; part += 1) history.replaceState(null, '', `#part-${part}`);
    history.pushState(null, '', '?sort=price');
    const returned = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await returned;
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = '/framed';
    document.body.append(frame);
    await loaded;
  });
  await tab.getByRole('button', { name: 'Lamps' }).click();
  await expect.poll(() => readFigures(page, northlight, company)).toEqual([1, 1, 2]);
  await shop.close();
});

test('a visitor stays live from page to page and is gone after leaving', async ({
  page,
  browser,
  northlight,
}) => {
  const { company, shop } = await openCompany(page, northlight, 'Aspen');
  const onSite = () => countOnSite(page, northlight, company);
  const person = await browser.newContext();
  const tab = await openPages(person, shop, ['/', '/lamps', '/lamps', '/chairs']);
  await expect.poll(() => readFigures(page, northlight, company)).toEqual([1, 1, 4]);
  await expect.poll(onSite).toBe(1);
  const other = await openPages(await browser.newContext(), shop, ['/']);
  await expect.poll(onSite).toBe(2);
  // Without the report of leaving, a visitor would be live for five minutes, longer than the time limit of a story step.
  await tab.close({ runBeforeUnload: true });
  await expect.poll(onSite).toBe(1);
  await other.goto('about:blank');
  await expect.poll(onSite).toBe(0);
  await shop.close();
});
