import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { apiPaths } from '../../../contract/paths.ts';
import { orderListResponse } from '../../../contract/shop/orders.ts';
import { createCompany } from '../../northlight.ts';
import { bundleJsx, hasProgram, renderWooCommerce, runServerCode } from '../../run-snippets.ts';
import { startShop } from '../../shop.ts';
import { expect, expectAccessible, expectInteractive, metricCard, test, visit } from '../story.ts';

/** Copies a piece of code from the panel with this heading. */
async function copyFrom(page: Page, panel: string, label: string): Promise<string> {
  const region = page.getByRole('region', { name: panel, exact: true });
  await page.evaluate(() => navigator.clipboard.writeText(''));
  let text = '';
  await expect(async () => {
    // Again where the browser refused to copy, because another window had the focus.
    await region.getByRole('button', { name: label, exact: true }).click();
    text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).not.toBe('');
  }).toPass();
  return text;
}

const pagesPanel = 'Report an order';
const serverPanel = 'Verified orders from your server';

test('an administrator creates a token, and the copied code of each language reports verified orders', async ({
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const company = await createCompany(northlight, 'Cedar Chairs', 'localhost');
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  await admin.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await admin.newPage();
  await page.goto(`${company.trackingPage}/shop`);
  await expectInteractive(page);
  const tokens = page.getByRole('region', { name: 'Tokens for orders', exact: true });
  await tokens.getByLabel('Name of the new token').fill('Checkout server');
  // To list at the end what the copied code has reported.
  await tokens.getByLabel('List orders').check();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.getByText('It is not shown again', { exact: false })).toBeVisible();
  await expectAccessible(page, 'the tracking page of an administrator with a new token');
  const token = await copyFrom(page, 'Tokens for orders', 'Copy token');

  const ids: string[] = [];
  for (const [language, label, program, id] of [
    ['curl', 'curl', 'curl', 'A-1042'],
    ['node', 'Node.js', process.execPath, 'node/1'],
    ['php', 'PHP', 'php', 'php/1'],
    ['python', 'Python', 'python3', 'python/1'],
  ] as const) {
    await page.getByRole('radio', { name: label, exact: true }).check();
    const order = await copyFrom(page, serverPanel, 'Copy order');
    const refund = await copyFrom(page, serverPanel, 'Copy refund');
    if (await hasProgram(program)) {
      await runServerCode(language, { order, refund }, token);
      ids.push(id);
    } else {
      test.info().annotations.push({ type: 'not run', description: `${label}: ${program} is not installed` });
    }
  }
  const answer = await page.request.get(northlight.url + apiPaths.apiOrders, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { orders } = orderListResponse.parse(await answer.json());
  expect(orders).toEqual(
    ids
      .toSorted()
      .map((orderId) =>
        expect.objectContaining({ orderId, isVerified: true, amount: '59.90', refunded: '10.00' }),
      ),
  );
});

test('the copied code of React, Next.js and Google Tag Manager reports an order of a page', async ({
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const company = await createCompany(northlight, 'Dune Desks', 'localhost');
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  await admin.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await admin.newPage();
  await page.goto(`${company.trackingPage}/shop`);
  await expectInteractive(page);
  const copySite = async (label: string) => {
    await page.getByRole('radio', { name: label, exact: true }).check();
    return {
      tracking: await copyFrom(page, pagesPanel, 'Copy tracking code'),
      order: await copyFrom(page, pagesPanel, 'Copy example'),
    };
  };
  await mkdir('.cache', { recursive: true });
  const start = (render: string) =>
    `<div id="app"></div><script>${render.replaceAll('</script', '<\\/script')}</script>`;

  const react = await copySite('React');
  const reactPage = await bundleJsx(
    `import { createRoot } from 'react-dom/client';
     import { ReportOrder } from './order.jsx';
     createRoot(document.getElementById('app')).render(<ReportOrder order={{ id: 'react-1', total: 10 }} />);`,
    { 'order.jsx': react.order },
  );
  const next = await copySite('Next.js');
  // Next.js renders the layout on its server: here its HTML is made the same way, then the page takes over in the browser.
  const nextPage = await bundleJsx(
    `import { hydrateRoot } from 'react-dom/client';
     import { renderToString } from 'react-dom/server';
     import RootLayout from './layout.jsx';
     import { ReportOrder } from './report-order.jsx';
     const page = <RootLayout><ReportOrder orderId="next-1" amount="20.50" /></RootLayout>;
     const html = renderToString(page);
     document.open();
     document.write('<!doctype html>' + html);
     document.close();
     hydrateRoot(document, page);`,
    { 'layout.jsx': next.tracking, 'report-order.jsx': next.order },
  );
  const tags = await copySite('Google Tag Manager');
  // As Google Tag Manager does: it makes new script elements, without data attributes, and fills in its variables.
  const tagPage = `
    const add = (html) => {
      for (const { src, textContent } of new DOMParser().parseFromString(html, 'text/html').scripts) {
        const script = document.createElement('script');
        if (src) script.src = src;
        script.text = textContent;
        document.body.append(script);
      }
    };
    add(${JSON.stringify(tags.order.replace('{{Transaction ID}}', "'tag-1'").replace('{{Transaction Value}}', '30'))});
    add(${JSON.stringify(tags.tracking)});`;

  const shops = [
    await startShop(react.tracking, start(reactPage)),
    await startShop('', start(nextPage)),
    await startShop('', start(tagPage)),
  ];
  for (const shop of shops) await visit(await browser.newContext(), `${shop.url}/thanks`);
  await page.goto(company.portal);
  await expect(metricCard(page, 'Orders').getByText('3', { exact: true })).toBeAttached();
  await expect(metricCard(page, 'Revenue').getByText('$60.50', { exact: true })).toBeAttached();
  await Promise.all(shops.map((shop) => shop.close()));
});

test('the copied code of WooCommerce reports an order, and that of Shopify gives the visitor to the cart', async ({
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const company = await createCompany(northlight, 'Elder Shelves', 'localhost');
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  await admin.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await admin.newPage();
  await page.goto(`${company.trackingPage}/shop`);
  await expectInteractive(page);
  const choose = (label: string) => page.getByRole('radio', { name: label, exact: true }).check();

  await choose('Shopify');
  const theme = await startShop(
    await copyFrom(page, pagesPanel, 'Copy tracking code'),
    await copyFrom(page, pagesPanel, 'Copy visitor of the cart'),
  );
  const customer = await browser.newContext();
  const updates: unknown[] = [];
  await customer.route('**/cart/update.js', async (route) => {
    updates.push(route.request().postDataJSON());
    await route.fulfill({ json: {} });
  });
  const shopPage = await visit(customer, `${theme.url}/thanks`);
  const visitor = await shopPage.evaluate(() => localStorage.getItem('siteStats')?.split(',')[0]);
  await expect.poll(() => updates).toEqual([{ attributes: { site_visitor: visitor } }]);
  await theme.close();

  await choose('WordPress, WooCommerce');
  const tracking = await copyFrom(page, pagesPanel, 'Copy tracking code');
  const order = await copyFrom(page, pagesPanel, 'Copy example');
  if (!(await hasProgram('php'))) {
    test.info().annotations.push({ type: 'not run', description: 'WooCommerce: php is not installed' });
    return;
  }
  const { head, thanks } = await renderWooCommerce(`${tracking}\n\n${order}`);
  const shop = await startShop(head, thanks);
  await visit(await browser.newContext(), `${shop.url}/thanks`);
  await page.goto(company.portal);
  await expect(metricCard(page, 'Orders').getByText('1', { exact: true })).toBeAttached();
  await expect(metricCard(page, 'Revenue').getByText('$40.00', { exact: true })).toBeAttached();
  await shop.close();
});
