import { expect, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { setUpFixture, visit } from './fixture.ts';
import { companyId, type Site } from './site.ts';

const fixture = setUpFixture();

const eventsOf = (site: Site) =>
  site.requests
    .flatMap(({ events }) => events)
    .flatMap(({ eventType, metadata }) =>
      eventType === 'event' ? [[metadata.name, metadata.properties ?? null]] : [],
    );
const warnings = () =>
  fixture.consoleMessages.filter((message) => message.type() === 'warning').map((message) => message.text());

/** Opens a page whose tag has `attributes`. Links to another site lead to `elsewhere`. */
async function open(attributes: string, body: string): Promise<void> {
  const { site, page } = fixture;
  const snippet = `<script defer src="${site.northlight}/t.js" data-company="${companyId}" ${attributes}></script>`;
  await page.goto(site.serve('/page', snippet + body));
  await site.waitUntil(() => site.listEvents().length >= 2);
}
/** Sends a last event, so that everything before it has arrived. */
async function listAll(): Promise<unknown[]> {
  const { site, page } = fixture;
  await page.evaluate(() => window.siteStats?.event?.('Last'));
  await site.waitUntil(() => eventsOf(site).some(([name]) => name === 'Last'));
  await site.waitUntilSent(page);
  return eventsOf(site).filter(([name]) => name !== 'Last');
}
const outside = 'https://elsewhere.example';
/** Keeps the browser on the page and off the network. */
const holdNavigation = () =>
  fixture.context.route(`${outside}/**`, (route) => route.fulfill({ status: 204 }));

test('a custom event is sent with its name, properties, page and visitor, in its own request', async () => {
  const { site, page } = fixture;
  await visit(fixture, '/prices');
  await page.evaluate(() => window.siteStats?.event?.('Sign-up', { plan: 'team', seats: 12, isTrial: true }));
  await site.waitUntil(() => site.requests.length >= 2);
  expect(site.requests[1]?.raw).toEqual([
    expect.objectContaining({ companyId, eventType: 'event', id: expect.any(String) }),
  ]);
  expect(site.requests[1]?.events[0]?.metadata).toMatchObject({
    name: 'Sign-up',
    properties: { plan: 'team', seats: 12, isTrial: true },
    url: `${site.pages}/prices`,
    sessionId: site.requests[0]?.events[0]?.metadata.sessionId,
    visitorId: site.requests[0]?.events[0]?.metadata.visitorId,
  });
});

test('properties that cannot be sent log a warning, and later events are sent', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate(() => {
    const send: unknown = window.siteStats?.event;
    if (typeof send !== 'function') throw new Error('no event function');
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    send('Circular', circular);
    send('BigInt', { amount: 5n });
    send('Getter', {
      get now() {
        throw new Error('sabotage');
      },
    });
    send('Good', { n: 1 });
  });
  await site.waitUntil(() => eventsOf(site).length >= 1);
  await site.waitUntilSent(page);
  expect(eventsOf(site)).toEqual([['Good', { n: 1 }]]);
  expect(warnings()).toHaveLength(3);
});

test('the page may change the properties after the call', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate(() => {
    const properties = { step: 1 };
    window.siteStats?.event?.('Step', properties);
    properties.step = 2;
  });
  await site.waitUntil(() => eventsOf(site).length >= 1);
  expect(eventsOf(site)).toEqual([['Step', { step: 1 }]]);
});

const inlineCalls = `<script>
  siteStats.event('Early', { n: 1 });
  siteStats.order({ orderId: 'A', amount: 1 });
  siteStats.event('Bare');
  document.title = 'the script continued';
</script>`;

test('calls before the script has loaded are kept by the stub and sent', async () => {
  const { site, page } = fixture;
  await page.goto(site.serve('/thanks', trackingStubTag + inlineCalls + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 5);
  expect(eventsOf(site).toSorted()).toEqual([
    ['Bare', null],
    ['Early', { n: 1 }],
  ]);
  expect(site.listEvents()).toContain('order /thanks');
  expect(warnings()).toEqual([]);
});

test('calls do not throw where a blocker removes the script', async () => {
  const { page } = fixture;
  await page.route('**/t.js', (route) => route.abort('blockedbyclient'));
  await page.goto(fixture.site.serve('/thanks', trackingStubTag + inlineCalls + fixture.site.snippet));
  expect(await page.title()).toBe('the script continued');
});

const oldStubTag =
  '<script>(window.siteStats||{}).order||(window.siteStats={q:[],order(o){this.q.push(o)}})</script>';

test('the stub of an earlier snippet keeps its orders, and a later stub adds the event function', async () => {
  const { site, page } = fixture;
  const order = `<script>siteStats.order({ orderId: 'old', amount: 1 })</script>`;
  await page.goto(site.serve('/thanks', oldStubTag + order + trackingStubTag + inlineCalls + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 6);
  const orders = site.requests
    .flatMap(({ events }) => events)
    .flatMap(({ eventType, metadata }) => (eventType === 'order' ? [metadata.orderId] : []));
  expect(orders.toSorted()).toEqual(['A', 'old']);
  expect(eventsOf(site)).toHaveLength(2);
});

test('functions taken from the stub before the script has run do not throw afterwards', async () => {
  const { site, page } = fixture;
  const keep = '<script>window.kept = { ...siteStats };</script>';
  await page.goto(site.serve('/', trackingStubTag + keep + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.evaluate(() => {
    const kept = 'kept' in window && window.kept;
    if (typeof kept !== 'object' || kept === null) throw new Error('nothing kept');
    for (const call of Object.values(kept)) if (typeof call === 'function') call('Late', { n: 1 });
  });
});

test('an excluded or opted-out page that calls often keeps at most a few calls', async () => {
  const { page, site } = fixture;
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });",
  );
  const queue = '<script>window.siteStats = { q: [], order() {} }; window.calls = siteStats.q;</script>';
  await page.goto(site.serve('/', queue + site.snippet));
  const length = await page.evaluate(() => {
    for (let call = 0; call < 10_000; call += 1) window.siteStats?.event?.('Tick');
    return 'calls' in window && Array.isArray(window.calls) ? window.calls.length : undefined;
  });
  expect(length).toBeLessThanOrEqual(51);
});

const links = `
  <a id="out" href="${outside}/path?secret=1#part" target="_blank" rel="opener"><b><i id="nested">out</i></b></a>
  <a id="in" href="/other?x=1">in</a>
  <a id="mail" href="mailto:a@b.example">mail</a>
  <a id="bare">bare</a>
  <a id="pdf" href="/files/Price%20list.PDF?v=2" target="_blank">file</a>
  <a id="outside-zip" href="${outside}/all.zip">file elsewhere</a>
  <svg width="20" height="20"><a href="${outside}/svg"><rect id="drawn" width="20" height="20"/></a></svg>
  <button id="button">no link</button>`;

test('with data-outbound, clicks on links to other sites are sent without their query', async () => {
  const { page } = fixture;
  await holdNavigation();
  await open('data-outbound', links);
  await page.click('#nested');
  await page.click('#outside-zip');
  await page.focus('#out');
  await page.keyboard.press('Enter');
  await page.click('#out', { button: 'middle' });
  await page.click('#out', { button: 'right' });
  await page.click('#mail');
  await page.click('#bare');
  await page.click('#button');
  await page.click('#drawn');
  const url = `${outside}/path`;
  expect(await listAll()).toEqual([
    ['Outbound link', { url }],
    ['Outbound link', { url: `${outside}/all.zip` }],
    ['Outbound link', { url }],
    ['Outbound link', { url }],
  ]);
  expect(warnings()).toEqual([]);
});

test('a click that the page handles itself is sent, whatever it does with the event', async () => {
  const { page } = fixture;
  const handler = `<script>
    out.addEventListener('click', (event) => { event.preventDefault(); event.stopImmediatePropagation(); });
  </script>`;
  await open('data-outbound', links + handler);
  await page.click('#out');
  expect(await listAll()).toEqual([['Outbound link', { url: `${outside}/path` }]]);
});

test('a link inside a web component is sent', async () => {
  const { page } = fixture;
  await open(
    'data-outbound',
    `<div id="host"></div><script>
      host.attachShadow({ mode: 'open' }).innerHTML = '<a href="${outside}/inside"><span>go</span></a>';
      host.addEventListener('click', (event) => event.preventDefault());
    </script>`,
  );
  await page.click('#host span');
  expect(await listAll()).toEqual([['Outbound link', { url: `${outside}/inside` }]]);
});

test('an outbound link that replaces the page is sent and not delayed', async () => {
  const { site, page } = fixture;
  await holdNavigation();
  site.serve('/other', '');
  const other = site.pages.replace('127.0.0.1', 'localhost');
  await open('data-outbound', `<a href="${other}/other?x=1">out</a>`);
  await page.click('a');
  await site.waitUntil(() => eventsOf(site).length >= 1);
  expect(eventsOf(site)).toEqual([['Outbound link', { url: `${other}/other` }]]);
});

test('with data-downloads, clicks on files are sent, and without data-outbound no other links', async () => {
  const { page } = fixture;
  await holdNavigation();
  await open('data-downloads', links);
  await page.click('#pdf');
  await page.click('#outside-zip');
  await page.click('#out');
  expect(await listAll()).toEqual([
    ['File download', { url: `${fixture.site.pages}/files/Price%20list.PDF` }],
    ['File download', { url: `${outside}/all.zip` }],
  ]);
});

test('a click on no link is no download, also on a page whose path ends like a file', async () => {
  const { site, page } = fixture;
  const snippet = `<script defer src="${site.northlight}/t.js" data-company="${companyId}" data-downloads></script>`;
  await page.goto(site.serve('/talks/opening.mp4', `${snippet}<button>play</button>`));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.click('button');
  expect(await listAll()).toEqual([]);
});

test('with data-forms, submitted forms are sent with their name and without their content', async () => {
  const { site, page } = fixture;
  const field = '<input name="name" value="secret"><input name="id"><input name="action">';
  await open(
    'data-forms',
    `<form id="newsletter" name="other">${field}<button>1</button></form>
     <form name="contact">${field}<button>2</button></form>
     <form action="/search?q=secret">${field}<button>3</button></form>
     <form>${field}<button>4</button></form>
     <form id="invalid"><input required><button>5</button></form>
     <script>document.addEventListener('submit', (event) => event.preventDefault());</script>`,
  );
  for (const button of await page.locator('button').all()) await button.click();
  expect(await listAll()).toEqual([
    ['Form submit', { form: 'newsletter' }],
    ['Form submit', { form: 'contact' }],
    ['Form submit', { form: '/search' }],
    ['Form submit', { form: '' }],
  ]);
  expect(JSON.stringify(site.requests.map(({ raw }) => raw))).not.toContain('secret');
});

test('without switches no link and no form is sent', async () => {
  const { page } = fixture;
  await holdNavigation();
  const form = `<form><button id="send">1</button></form>
    <script>document.addEventListener('submit', (event) => event.preventDefault());</script>`;
  await open('', links + form);
  for (const selector of ['#out', '#pdf', '#send']) await page.click(selector);
  expect(await listAll()).toEqual([]);
});
