import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BrowserContext, Page } from '@playwright/test';
import type { CreatedCompany } from '../../northlight.ts';
import { createShop, expect, expectAccessible, metricCard, openMore, test, visit } from '../story.ts';

interface Intranet {
  /** The host with its port, as it is entered. */
  host: string;
  url: (host?: string) => string;
  close: () => Promise<void>;
}

/** The intranet of a client: one page with one frame, under every name of this machine. */
async function startIntranet(readFrame: () => string): Promise<Intranet> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Intranet</title><h1>Intranet</h1>${readFrame()}</html>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the intranet has no port');
  const { port } = address;
  return {
    host: `intranet.localhost:${port}`,
    url: (host = 'intranet.localhost') => `http://${host}:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface WantedLink {
  name: string;
  hosts?: string;
  password?: string;
}

/** Shares the view that the portal shows, and ends on the panel with the address of the link. */
async function shareView(
  admin: Page,
  company: CreatedCompany,
  { name, hosts = '', password = '' }: WantedLink,
) {
  await admin.goto(`${company.portal}?period=today`);
  await openMore(admin);
  await admin.getByRole('link', { name: 'Share this view' }).click();
  await admin.getByLabel('What the link is for').fill(name);
  await expect(admin.getByRole('dialog').getByLabel('Period')).toHaveValue('today');
  await admin.getByLabel('Hosts that may embed it (optional)').fill(hosts);
  await admin.getByLabel('Password (optional)').fill(password);
  await admin.getByRole('button', { name: 'Create link' }).click();
  const address = admin.getByRole('figure', { name: 'Address' });
  await expect(address).toContainText('/shared/');
  return ((await address.textContent()) ?? '').trim();
}

/** A browser that blocks what other sites store in it. */
const aColleague = async (context: BrowserContext): Promise<Page> => {
  // Without the header of the stories, which would cause CORS preflights on other sites.
  await context.setExtraHTTPHeaders({});
  return context.newPage();
};

const passwordOf = 'correct horse';

async function enterPassword(page: Page, selector = 'iframe'): Promise<void> {
  const frame = page.frameLocator(selector);
  await frame.getByLabel('Password of this view').fill(passwordOf);
  await frame.getByRole('button', { name: 'Open' }).click();
}

test('a card embedded in a client’s intranet follows live, with a password and without cookies', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Pier & Plank');
  let code = '';
  const intranet = await startIntranet(() => code);
  const admin = failOnErrors(await (await browser.newContext({ storageState: adminState })).newPage());
  await shareView(admin, company, { name: 'Intranet', hosts: intranet.host, password: passwordOf });
  await admin.getByLabel('What the frame shows').selectOption('card:page-views');
  await admin.getByLabel('Theme').selectOption('dark');
  code = (await admin.getByRole('figure', { name: 'Code' }).textContent()) ?? '';
  expect(code).toContain('referrerpolicy="no-referrer"');

  const context = await browser.newContext();
  const colleague = await aColleague(context);
  const errors: string[] = [];
  colleague.on('pageerror', (error) => errors.push(error.message));
  const requested: string[] = [];
  colleague.on('request', (request) => requested.push(request.url()));
  await colleague.goto(intranet.url());
  await enterPassword(colleague);
  const frame = colleague.frameLocator('iframe');
  const card = frame.getByRole('group', { name: 'Page views' });
  await expect(card).toContainText('Page views');
  await expect(frame.getByRole('status')).toHaveText('Live');
  const visitor = await visit(await browser.newContext(), shop.url);
  await expect(card).toContainText(/(^|\D)1(\D|$)/);
  await visitor.locator('#to-lamps').click();
  await expect(card).toContainText(/(^|\D)2(\D|$)/);
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');

  // Nothing is stored for other sites, and the secret is in no request.
  expect(await context.cookies()).toEqual([]);
  const secret = code.match(/#([0-9A-Z-]+)"/)?.[1] ?? 'no secret';
  expect(requested.filter((url) => url.includes(secret))).toEqual([]);

  // A page on a host that is not named shows nothing of it.
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(intranet.url('elsewhere.localhost'));
  const blocked = elsewhere.locator('iframe').contentFrame();
  await expect.poll(() => elsewhere.frames().length).toBe(2);
  await expect(blocked.getByLabel('Password of this view')).toHaveCount(0);
  await expect.poll(() => elsewhere.frames()[1]?.url()).toContain('chrome-error://');

  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.getByRole('button', { name: 'Revoke: Intranet' }).click();
  await admin.getByRole('button', { name: 'Revoke link' }).click();
  await expect(admin.getByText('Nothing is shared so far.')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(errors).toEqual([]);
  await intranet.close();
  await shop.close();
});

test('a shared view opens for everyone who has the link, can only be read, and leads nowhere else', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Copper Kettle');
  await (await visit(await browser.newContext(), shop.url)).close();
  const admin = failOnErrors(await (await browser.newContext({ storageState: adminState })).newPage());
  const url = await shareView(admin, company, { name: 'Board' });
  await expectAccessible(admin, 'the address of a link');

  const reader = failOnErrors(await (await browser.newContext()).newPage());
  await reader.goto(url);
  await expect(reader.getByRole('heading', { name: 'Copper Kettle' })).toBeVisible();
  await expect(metricCard(reader, 'Total Users')).toContainText('1');
  await expect(reader.getByText('Live', { exact: true })).toBeVisible();
  await expect(reader.locator('main a')).toHaveCount(0);
  await expect(reader.getByText('Revenue')).toHaveCount(0);
  await expectAccessible(reader, 'a shared view');

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(url.replace(/#.*/, '#wrong'));
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await shop.close();
});
