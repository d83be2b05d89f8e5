import type { Page } from '@playwright/test';
import { apiPaths } from '../../contract/paths.ts';
import { pages } from '../../contract/public/pages.ts';
import { portalLinkPath } from '../../contract/public/portal-link.ts';
import { requireScriptPath } from '../page-scripts.ts';
import type { PictureFixture } from './picture-fixture.ts';
import { listPortalShots } from './portal-shots.ts';
import type { Shot } from './shot.ts';

/** Every page of the product, with and without data, and the states users can bring it into. */
export function listShots(fixture: PictureFixture): Shot[] {
  return [
    ...listPageShots(fixture),
    ...listStateShots(fixture),
    ...listPortalShots(fixture),
    ...listAdminShots(fixture),
  ];
}

function listPageShots({ shops: [full], empty }: PictureFixture): Shot[] {
  return pages.flatMap(({ path }): Shot[] => {
    const screen = path === '/' ? 'home' : path.slice(1).replace('/:companyId', '').replaceAll('/', '-');
    if (path.startsWith('/admin') && !path.includes(':companyId')) {
      return [
        { screen, path, as: 'admin' },
        { screen: `${screen}-empty`, path, as: 'newcomer' },
      ];
    }
    if (!path.includes(':companyId')) return [{ screen, path }];
    const of = (id = '') => path.replace(':companyId', id);
    if (path.startsWith('/admin')) return [{ screen, path: of(full?.id), as: 'admin' }];
    return [
      { screen, path: of(full?.id), as: 'viewer' },
      { screen: `${screen}-empty`, path: of(empty.id), as: 'viewer' },
      { screen: `${screen}-stranger`, path: of(full?.id) },
    ];
  });
}

function listStateShots({ pendingCheckout, paidCheckout, shops: [full] }: PictureFixture): Shot[] {
  const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
  return [
    { screen: 'home-menu', path: '/', act: button('Menu'), isWindow: true, narrowOnly: true },
    { screen: 'contact-errors', path: '/contact', act: button('Send Message') },
    { screen: 'book-demo-errors', path: '/book-demo', act: button('Request Demo') },
    { screen: 'products-errors', path: '/products', act: button('Purchase Now') },
    { screen: 'settings-saved', path: '/settings', act: button('Save Changes'), isWindow: true },
    {
      screen: 'payment-success-paid',
      path: `/payment-success?session_id=${paidCheckout}`,
      act: (page) => page.getByText('no money was moved').waitFor(),
    },
    {
      screen: 'payment-success-waiting',
      path: `/payment-success?session_id=${pendingCheckout}`,
      act: (page) => page.getByText('still processing').waitFor(),
    },
    {
      screen: 'company-access-portals',
      path: '/company-access',
      as: 'viewer',
      act: (page) => page.getByRole('heading', { name: 'Your portals in this browser' }).waitFor(),
    },
    {
      screen: 'company-portal-pending',
      path: `/company-portal/${full?.id}`,
      as: 'viewer',
      act: leaveNewestOut,
      isWindow: true,
    },
    {
      screen: 'company-portal-options',
      path: `/company-portal/${full?.id}`,
      as: 'admin',
      act: openOptions,
      isWindow: true,
    },
    {
      screen: 'company-portal-filter',
      path: `/company-portal/${full?.id}?filter=device%3Ais%3Aphone`,
      as: 'viewer',
      act: button('Change filter: Device is Phone'),
      isWindow: true,
    },
    { screen: 'company-portal-section', path: `/company-portal/${full?.id}?section=sources`, as: 'viewer' },
    {
      screen: 'company-portal-orders-download',
      path: `/company-portal/${full?.id}/orders`,
      as: 'viewer',
      act: (page) => page.getByText('Download', { exact: true }).click(),
      isWindow: true,
    },
    {
      screen: 'company-portal-orders-one',
      path: `/company-portal/${full?.id}/orders`,
      as: 'viewer',
      act: async (page) => {
        await page.locator('tbody').getByRole('link').first().click();
        await page.getByRole('region', { name: 'History' }).waitFor();
      },
    },
    { screen: 'company-portal-admin', path: `/company-portal/${full?.id}`, as: 'admin' },
    { screen: 'auth-sign-up', path: '/auth', act: button('Need an account? Sign up') },
    { screen: 'checkout', path: apiPaths.testCheckout(pendingCheckout) },
    { screen: 'checkout-paid', path: apiPaths.testCheckout(paidCheckout) },
    { screen: 'checkout-unknown', path: apiPaths.testCheckout('none') },
    { screen: 'auth-confirm-link', path: '/auth/confirm?token=x' },
    ...listLinkShots(),
    {
      screen: 'auth-sign-up-errors',
      path: '/auth',
      act: async (page) => {
        await button('Need an account? Sign up')(page);
        await page.getByLabel('Email').fill('grace@northlight.example');
        await page.getByLabel('Password').fill('short');
        await button('Sign Up')(page);
      },
    },
    { screen: 'not-found', path: '/no-such-page' },
    { screen: 'page-error', path: '/', act: breakPage },
  ];
}

/** The page of a link that opens a portal, and the request for another one. */
function listLinkShots(): Shot[] {
  const click = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
  return [
    { screen: 'company-access-open-link', path: `${portalLinkPath}#${'x'.repeat(32)}`, isWindow: true },
    {
      screen: 'company-access-open-refused',
      path: `${portalLinkPath}#${'x'.repeat(32)}`,
      act: async (page) => {
        await click(page, 'Open the portal');
        await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
      },
    },
    {
      screen: 'company-access-requested',
      path: '/company-access',
      act: async (page) => {
        await page.getByLabel('Email').fill('mia@client.example');
        await click(page, 'Send me a new link');
        await page.getByRole('button', { name: 'Use another address' }).waitFor();
      },
    },
    { screen: 'auth-reset-password-link', path: '/auth/reset-password?token=x' },
  ];
}

/** The sheet of a phone, or the menu of wider screens. */
async function openOptions(page: Page): Promise<void> {
  const menu = page.locator('summary', { hasText: 'More' });
  await ((await menu.isVisible()) ? menu : page.getByRole('button', { name: 'Options' })).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
}

/** As while a bulk load is processed: the answer to another period lacks the newest events. */
async function leaveNewestOut(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Revenue' }).waitFor();
  await page.route('**/stats/summary?*', async (route) => {
    // The page asks again, also while it is closed.
    const answer = await route
      .fetch()
      .then(async (response) => ({ response, body: await response.json() }))
      .catch(() => undefined);
    if (!answer) return;
    const { response, body } = answer;
    const countedUpTo = new Date(Date.now() - 600_000).toISOString();
    const pending = { kind: 'newest', countedUpTo, events: 40_000 };
    await route.fulfill({ response, json: { ...body, pending } });
  });
  await page.keyboard.press('b');
  await page.getByText('The newest 40,000 events follow').waitFor();
}

function listAdminShots({
  shops: [full],
  contactMessageId,
  demoRequestId,
  paidPurchaseId,
}: PictureFixture): Shot[] {
  return [
    { screen: 'admin-denied', path: '/admin', as: 'member' },
    {
      screen: 'admin-key-shown',
      path: '/admin',
      as: 'admin',
      act: (page) =>
        page
          .getByRole('button', { name: /^Show the access key/ })
          .first()
          .click(),
    },
    { screen: 'admin-new', path: '/admin?new=company', as: 'admin' },
    { screen: 'admin-team-new', path: '/admin/team?new=member', as: 'admin' },
    {
      screen: 'admin-new-errors',
      path: '/admin?new=company',
      as: 'admin',
      act: (page) => page.getByRole('button', { name: 'Create company', exact: true }).click(),
    },
    { screen: 'tracking-script-admin', path: `/tracking-script/${full?.id}`, as: 'admin' },
    { screen: 'tracking-script-shop-admin', path: `/tracking-script/${full?.id}/shop`, as: 'admin' },
    { screen: 'tracking-script-received-admin', path: `/tracking-script/${full?.id}/received`, as: 'admin' },
    {
      screen: 'admin-companies-changed',
      path: `/admin/companies/${full?.id}`,
      as: 'admin',
      isWindow: true,
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Choose the figures' }).check();
        await page.getByRole('checkbox', { name: 'Devices' }).uncheck();
      },
    },
    {
      screen: 'admin-companies-delete',
      path: `/admin/companies/${full?.id}`,
      as: 'admin',
      isWindow: true,
      act: async (page) => {
        await page.getByRole('button', { name: 'Replace key' }).click();
        await page.getByText('Delete this company').click();
        await page.getByRole('button', { name: 'Delete company and all its data' }).scrollIntoViewIfNeeded();
      },
    },
    ...listAccessShots(`/admin/companies/${full?.id}`),
    { screen: 'admin-unopened', path: '/admin?unopened=30', as: 'admin' },
    { screen: 'admin-inbox-message', path: `/admin/inbox?item=${contactMessageId}`, as: 'admin' },
    { screen: 'admin-inbox-demo', path: `/admin/inbox?item=${demoRequestId}`, as: 'admin' },
    { screen: 'admin-inbox-spam', path: '/admin/inbox?state=spam', as: 'admin' },
    {
      screen: 'admin-inbox-erase',
      path: `/admin/inbox?item=${contactMessageId}`,
      as: 'admin',
      isWindow: true,
      act: (page) => page.getByRole('button', { name: 'Erase…' }).click(),
    },
    { screen: 'admin-inbox-none-found', path: '/admin/inbox?state=handled', as: 'admin' },
    { screen: 'admin-orders-none-found', path: '/admin/orders?state=disputed', as: 'admin' },
    {
      screen: 'admin-orders-portal',
      path: `/admin/orders?portal=${paidPurchaseId}`,
      as: 'admin',
      isWindow: true,
    },
  ];
}

/** The dialogs about who may open a portal. */
function listAccessShots(path: string): Shot[] {
  const inDialog = (name: string, act: (page: Page) => Promise<void>): Shot => ({
    ...{ screen: `admin-access-${name}`, path, as: 'admin', isWindow: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Give access' }).waitFor();
      await act(page);
      await page.getByRole('dialog').waitFor();
    },
  });
  const click = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
  return [
    inDialog('new', async (page) => {
      await click(page, 'Give access');
      await page.getByLabel('Email (optional)').fill('jo@client.example');
      await click(page, 'Add a filter');
      await page.getByRole('dialog').getByRole('button', { name: 'Give access' }).click();
    }),
    inDialog('change', (page) => click(page, 'Change: Maximiliane')),
    inDialog('link', (page) => click(page, 'New link: Maximiliane')),
    inDialog('handover', async (page) => {
      await click(page, 'New link: Mia');
      await click(page, 'Show link and QR code');
      await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    }),
    inDialog('key', async (page) => {
      await click(page, 'Show key: Mia');
      await page.getByRole('button', { name: 'Copy key' }).waitFor();
    }),
    inDialog('revoke', (page) => click(page, 'Revoke: Mia')),
  ];
}

/** Opens a page whose script throws. */
async function breakPage(page: Page): Promise<void> {
  const body = "export default function Broken() { throw new Error('The quotes are out of order') }";
  await page.route(`**${requireScriptPath('/testimonials')}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/testimonials"]')?.click());
  await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor();
  await page.waitForLoadState('networkidle');
}
