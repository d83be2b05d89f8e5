import { createHmac } from 'node:crypto';
import { createCompany } from '../../northlight.ts';
import { expect, expectAccessible, expectInteractive, test } from '../story.ts';

test('an administrator connects Stripe and sees that its deliveries arrive', async ({
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const company = await createCompany(northlight, 'Fir Frames', 'localhost');
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  const page = await admin.newPage();
  await page.goto(`${company.trackingPage}/shop`);
  await expectInteractive(page);
  const panel = page.getByRole('region', { name: 'Shop connections', exact: true });
  await panel.getByRole('heading', { name: 'Stripe' }).click();
  await panel.getByRole('button', { name: 'Connect Stripe' }).click();
  const address = (await panel.getByText('/api/webhooks/stripe/').textContent()) ?? '';

  const secret = 'whsec_0123456789abcdef0123456789abcdef';
  await panel.getByLabel('Signing secret of Stripe').fill(secret);
  await panel.getByRole('button', { name: 'Save secret' }).click();
  await expect(panel.getByText('Waiting for the first delivery')).toBeVisible();

  const seconds = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'customer.created', created: seconds, livemode: true },
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    body: payload,
  });
  expect(answer.status).toBe(200);
  await expect(panel.getByText('Works', { exact: true })).toBeVisible();
  await expect(panel.getByText('customer.created')).toBeVisible();
  await expectAccessible(page, 'the tracking page with a shop connection');

  await panel.getByRole('button', { name: 'Remove connection to Stripe' }).click();
  await panel.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Connect Stripe' })).toBeVisible();
});
