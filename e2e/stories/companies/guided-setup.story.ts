import { portalLinkPath } from '../../../contract/public/portal-link.ts';
import { waitForMailedLink } from '../../accounts.ts';
import { startReactRouterSite } from '../../react-router-site.ts';
import { askApi, expect, test, visit } from '../story.ts';

test('a new client with a React Router site is set up along the guided path', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const site = await startReactRouterSite();
  const context = await browser.newContext({
    storageState: adminState,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = failOnErrors(await context.newPage());
  const step = (name: string) => page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) });

  // Creating the company leads to the path.
  await page.goto(`${northlight.url}/admin?new=company`);
  await page.getByLabel('Name').fill('Kestrel Studio');
  await page.getByLabel('Domain').fill('localhost');
  await page.getByRole('button', { name: 'Create company', exact: true }).click();
  await expect(page.getByText('Company created successfully with access key')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Kestrel Studio' })).toBeVisible();
  await expect(page.getByText('0 of 5 steps done')).toBeVisible();
  const path = page.url();

  // The code for the system of the site.
  await page.getByRole('radio', { name: 'React Router, Vite, Vue' }).check();
  await page.getByRole('button', { name: 'Copy tracking code' }).click();
  await expect(page.getByText('Tracking code copied to clipboard!')).toBeVisible();
  site.publish(await page.evaluate(() => navigator.clipboard.readText()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(step('See the first event')).toBeFocused();
  await expect(page.getByText('Waiting for the first event…')).toBeVisible();

  // The first event appears without a reload.
  const visitor = failOnErrors(await visit(await browser.newContext(), `${site.url}/pricing`));
  await expect(page.getByText('Events are arriving')).toBeVisible();
  const newest = page.getByLabel('The newest event');
  await expect(newest).toContainText('/pricing');
  await expect(newest).toContainText('Direct');
  await expect(page.getByText('2 of 5 steps done')).toBeVisible();

  // Changes of the route are page views.
  await visitor.getByRole('link', { name: 'Home' }).click();
  await visitor.getByRole('link', { name: 'Contact' }).click();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(newest).toContainText('/thank-you');
  const id = new URL(path).pathname.split('/')[3];
  const pages = await askApi(page, `${northlight.url}/api/companies/${id}/stats/breakdown?dimension=page`);
  const { rows }: { rows: { value: string }[] } = await pages.json();
  expect(rows.map(({ value }) => value).sort()).toEqual(['/', '/contact', '/pricing', '/thank-you']);

  // Left and resumed: the first step that is open is shown, and the list leads back.
  await page.goto(`${northlight.url}/admin`);
  await page.getByRole('link', { name: 'Set up: 2 of 5 for Kestrel Studio' }).click();
  await page.waitForURL(path);
  await page.reload();
  await expect(step('Count orders').getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'This site sells nothing' }).click();
  await expect(step('Choose goals')).toBeFocused();

  // The page that confirms a message is proposed, and one click makes it a goal.
  await page.getByRole('button', { name: 'Create goal for /thank-you' }).click();
  await expect(page.getByText('Goal created')).toBeVisible();
  await expect(step('Invite the client')).toBeFocused();

  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give access to Kestrel Studio' });
  await dialog.getByLabel('Person or purpose').fill('Mia Sand');
  await dialog.getByLabel('Email').fill('mia@kestrel.example');
  await dialog.getByRole('button', { name: 'Give access' }).click();
  await page
    .getByRole('dialog', { name: 'Mia Sand has access' })
    .getByRole('button', { name: 'Done' })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Kestrel Studio is set up' })).toBeFocused();
  await expect(page.getByText('5 of 5 steps done')).toBeVisible();

  // The mail opens the portal, which counts the goal.
  const link = await waitForMailedLink(northlight, 'mia@kestrel.example', portalLinkPath);
  expect(link).toContain(northlight.url);
  await page.getByRole('link', { name: 'Open the portal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kestrel Studio' })).toBeVisible();
  await site.close();
});
