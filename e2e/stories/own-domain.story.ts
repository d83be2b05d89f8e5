import { withClient } from '../../server/testing/database/with-client.ts';
import { startDnsServer, type TestDnsServer } from '../../server/testing/domains/dns-server.ts';
import { becomeAdmin } from '../become-admin.ts';
import { createCompany, type Northlight, startSeparateServer } from '../northlight.ts';
import { startShop } from '../shop.ts';
import { findDatabaseUrl } from '../story-database.ts';
import { expect, expectAccessible, isBusyServer, metricCard, test, visit } from './story.ts';

const host = 'stats.client.example';

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const rule = '--host-resolver-rules=MAP *.client.example 127.0.0.1';
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
});

let dns: TestDnsServer;
let server: Northlight;
let end: () => Promise<void>;

test.beforeAll(async () => {
  dns = await startDnsServer();
  ({ northlight: server, end } = await startSeparateServer({ DNS_SERVERS: dns.address }));
});
test.afterAll(async () => {
  await end();
  await dns.close();
});

test('a client opens its portal under its own domain, and loses it when the record disappears', async ({
  browser,
}) => {
  const { id, accessKey } = await createCompany(server, 'Harbour Lane', 'localhost');
  const context = await browser.newContext();
  const admin = await context.newPage();
  await becomeAdmin(admin, server, 'ada@agency.example');
  await admin.goto(`${server.url}/admin/companies/${id}#address`);
  const section = admin.getByRole('region', { name: 'Own address' });
  await section.getByLabel('Address').fill(`https://${host.toUpperCase()}/`);
  await section.getByRole('button', { name: 'Add address' }).dblclick();
  await expect(section.getByText('Waiting for its record')).toBeVisible();
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText(`There is no TXT record named _portal-proof.${host}`)).toBeVisible();
  await expectAccessible(admin, 'an own address that waits');

  // The client enters it where its domain is managed.
  const value = await section.locator('code').nth(1).textContent();
  dns.records.set(`_portal-proof.${host}`, [value ?? '']);
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText('In use', { exact: true })).toBeVisible();
  await admin.goto(`${server.url}/tracking-script/${id}`);
  const code = admin.getByRole('figure', { name: 'Tracking code', exact: true });
  await expect(code).toContainText(`src="http://${host}:${server.port}/t.js"`);
  const shop = await startShop((await code.textContent()) ?? '');

  const origin = `http://${host}:${server.port}`;
  const client = await browser.newContext();
  const page = await client.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    // Browsers ignore this header where there is no https.
    const isIgnored = text.startsWith('The Cross-Origin-Opener-Policy header') || isBusyServer(text);
    if (message.type() === 'error' && !isIgnored) errors.push(text);
  });
  // The home page of the name is the portal; without access it asks for the key.
  await page.goto(origin);
  await page.waitForURL(`${origin}/company-access**`);
  await page.getByLabel('Enter Access Key').fill(accessKey);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await page.waitForURL(`${origin}/company-portal/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Lane' })).toBeVisible();
  // Only this name has the cookie.
  const names = (await client.cookies()).map((cookie) => cookie.domain);
  expect(new Set(names)).toEqual(new Set([host]));

  // Links of the one page that has the agency's menu lead to the agency's address, not to its pages under this name.
  await page.goto(`${origin}/typo`);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL(`${server.url}/contact`);
  errors.length = 0;
  await page.goto(`${origin}/company-portal/${id}`);

  // A visit counts, with the script and its endpoint under the client's name, and is shown live.
  await visit(await browser.newContext(), shop.url);
  await expect(metricCard(page, 'Active Users')).toContainText('1');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Lane' })).toBeVisible();
  expect(errors).toEqual([]);

  dns.records.clear();
  await admin.goto(`${server.url}/admin/companies/${id}#address`);
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText(/the address stops/)).toBeVisible();
  await ageAbsence();
  await section.getByRole('button', { name: 'Check now' }).click();
  await expect(section.getByText('Stopped', { exact: true })).toBeVisible();
  expect((await page.request.get(`${server.url}/api/my-portals`, { headers: { host } })).status()).toBe(421);
  await page.goto(`${origin}/company-portal/${id}`);
  await expect(page.getByRole('heading', { name: 'This page has another address' })).toBeVisible();
  await shop.close();
});

const hourMs = 3_600_000;

/** As if the record had been missing for an hour. */
async function ageAbsence(): Promise<void> {
  await withClient(await findDatabaseUrl(server.dataDir), (client) =>
    client.query('UPDATE custom_domains SET failing_since = $1 WHERE failing_since IS NOT NULL', [
      new Date(Date.now() - hourMs),
    ]),
  );
}
