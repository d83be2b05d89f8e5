import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { createdToken } from '../../../contract/company/tokens.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { createShop, expect, expectAccessible, metricCard, showSection, test, visit } from '../story.ts';

async function createToken(request: APIRequestContext, url: string, companyId: string): Promise<string> {
  const response = await request.post(url + apiPaths.companyTokens(companyId), {
    data: { name: 'Shop', rights: ['write-orders'] },
    headers: { origin: url },
  });
  return createdToken.parse(await response.json()).secret;
}

test('a reported order is verified, refunded and looked at', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Orders Shop');
  const visitor = await visit(await browser.newContext(), shop.url);
  await visitor.getByRole('button', { name: 'Buy' }).click();

  const admin = await browser.newContext({ storageState: adminState });
  const portal = failOnErrors(await admin.newPage());
  await portal.goto(company.portal);
  const revenue = metricCard(portal, 'Revenue');
  await expect(revenue).toContainText('nothing verified');
  await showSection(portal, 'orders');
  const list = portal.getByRole('region', { name: 'Orders', exact: true });
  await list.scrollIntoViewIfNeeded();
  const row = list.getByRole('row', { name: /order-1/ });
  await expect(row).toContainText('$249.50');
  await expect(row).toContainText('Not verified');
  await expectAccessible(portal, 'the list of orders');

  const key = await createToken(admin.request, northlight.url, company.id);
  const send = (path: string, data: unknown) =>
    fetch(northlight.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(data),
    });
  const occurredAt = new Date().toISOString();
  const order = { orderId: 'order-1', amount: '249.50', currency: 'USD', occurredAt };
  expect((await send(apiPaths.apiOrders, order)).status).toBe(200);
  await expect(row).toContainText('Verified');
  await expect(revenue).toContainText('$249.50');
  await expect(revenue).not.toContainText('only reported');

  expect((await send(apiPaths.apiRefunds('order-1'), { refundId: 'R-1', amount: 49.5 })).status).toBe(200);
  await list.getByText('Download').click();
  const [file] = await Promise.all([
    portal.waitForEvent('download'),
    list.getByRole('link', { name: /This month, so far/ }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d\.csv$/);
  expect(lines[1]).toContain('"order","order-1","","249.50","USD"');
  expect(lines[2]).toContain('"refund","order-1","R-1","-49.50","USD"');

  await list.getByRole('link', { name: 'All orders' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  const listed = portal.getByRole('row', { name: /order-1/ });
  await expect(listed).toContainText('Partly refunded');
  await expectAccessible(portal, 'the page of orders');
  await portal.getByRole('link', { name: 'order-1' }).click();
  await expect(portal.getByRole('heading', { level: 1, name: 'Order order-1' })).toBeVisible();
  await expect(portal.getByRole('region', { name: 'Refunds' })).toContainText('−$49.50');
  await expect(portal.getByRole('main')).toContainText('Partly refunded, −$49.50 given back');
  await expect(portal.getByRole('region', { name: 'History' })).toContainText('Verified by the order API');
  await expectAccessible(portal, 'the page of an order');

  await portal.getByRole('button', { name: 'Remove this order' }).click();
  const question = portal.getByRole('group', { name: 'Remove this order' });
  await question.getByRole('button', { name: 'Remove this order' }).click();
  await expect(portal.getByText('An administrator removed this order.')).toBeVisible();
  await portal.getByRole('link', { name: 'Portal of Orders Shop' }).click();
  await expect(metricCard(portal, 'Orders')).toContainText('0');
  await showSection(portal, 'orders');
  await expect(list).toContainText('No orders in this period');
  await shop.close();
});
