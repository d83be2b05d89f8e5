import { createHash } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type { PortalSection } from '../../contract/company/portal-sections.ts';
import { becomeAdmin } from '../become-admin.ts';
import { type CreatedCompany, createCompany, type Northlight, startSeparateServer } from '../northlight.ts';
import { type Shop, startShop } from '../shop.ts';
import { dropStoryDatabases } from '../story-database.ts';

interface Fixtures {
  /** Fails the story if the page throws or logs an error to its console, except that the server is busy. */
  failOnErrors: (page: Page) => Page;
  /** Closes every page of the story: open pages keep rendering and slow down later stories. */
  closedContexts: undefined;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface WorkerFixtures {
  /** Drops the databases of all servers of the worker when these have ended. */
  droppedDatabases: undefined;
  northlight: Northlight;
  /** The browser state of an administrator of `northlight`, who signs in once for all stories that are not about it. */
  adminState: StorageState;
}

/**
 * The base test of the stories. The stories of a worker share one server; each story sends its requests from a
 * different address, because attempt limits count by address.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads the required fixtures from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: an empty pattern means "none".
  extraHTTPHeaders: async ({}, use, { testId }) => {
    const [a, b, c] = createHash('sha256').update(testId).digest();
    await use({ 'x-forwarded-for': `10.${a}.${b}.${c}` });
  },
  droppedDatabases: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      await use(undefined);
      await dropStoryDatabases();
    },
    { scope: 'worker', auto: true },
  ],
  northlight: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      // The sites of stories are on this machine, which site checks refuse otherwise.
      const { northlight, end } = await startSeparateServer({ SITE_CHECK_ALLOW: 'localhost, 127.0.0.1' });
      await use(northlight);
      await end();
    },
    { scope: 'worker' },
  ],
  adminState: [
    async ({ browser, northlight }, use) => {
      const context = await browser.newContext();
      await becomeAdmin(await context.newPage(), northlight, 'admin@agency.example');
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  failOnErrors: async ({ northlight }, use) => {
    const errors: string[] = [];
    await use((page) => {
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || isBusyServer(message.text())) return;
        errors.push(`${page.url()}: ${message.text()} (${message.location().url})`);
      });
      return page;
    });
    expect(errors, `the server printed: ${northlight.output()}`).toEqual([]);
  },
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

/**
 * Messages of the browser itself when a busy server refuses a question, or drops a stream it cannot keep current. The
 * page asks and connects again, and the story waits for what it shows then.
 */
export const isBusyServer = (text: string) =>
  /^Failed to load resource: .*(?:status of (?:429|503)|ERR_INCOMPLETE_CHUNKED_ENCODING)/.test(text);

export { expect };

export async function createShop(
  northlight: Northlight,
  name: string,
): Promise<{ company: CreatedCompany; shop: Shop }> {
  const company = await createCompany(northlight, name, 'localhost');
  return { company, shop: await startShop(company.snippet) };
}

/** Enters a company's access key on the screen and ends on the portal. */
export async function openPortal(page: Page, northlight: Northlight, company: CreatedCompany): Promise<void> {
  await page.goto(`${northlight.url}/company-access`);
  await page.getByLabel('Enter Access Key').fill(company.accessKey);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await page.waitForURL(company.portal);
}

/** Checks the page with axe in both themes. They differ only in colours, so the dark one is checked for contrast alone. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect((await aScan(page).analyze()).violations, what).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const { violations } = await aScan(page).withRules(['color-contrast']).analyze();
  expect(violations, `${what}, dark`).toEqual([]);
}

/**
 * Legacy mode skips cross-origin frames, which our pages do not have, and saves the extra page that axe opens for them.
 * Collecting details for violations alone takes a fraction of the time.
 */
const aScan = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** A metric card, by its heading. */
export function metricCard(page: Page, name: string) {
  return page.getByRole('group', { name, exact: true });
}

/** Asks the API as the viewer of the page. A busy server may refuse a question, and is asked again, as the pages do. */
export async function askApi(page: Page, url: string): Promise<APIResponse> {
  for (;;) {
    const answer = await page.request.get(url);
    if (answer.status() !== 429 && answer.status() !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Scrolls to a section of a portal: one that is not near the screen is not loaded. */
export async function showSection(page: Page, section: PortalSection): Promise<void> {
  await page.locator(`#section-${section}`).scrollIntoViewIfNeeded();
}

/** Opens the menu of a portal with what its toolbar has no button for. */
export async function openMore(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'More' }).click();
}

/** Waits until React handles the page's events. Before that a link loads a new document. */
export async function expectInteractive(page: Page): Promise<void> {
  const marks = () => page.evaluate(() => performance.getEntriesByName('page-interactive').length);
  await expect.poll(marks).toBeGreaterThan(0);
}

/** Delays every script of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.fallback();
  });
  return release;
}

export async function openPageWithoutScripts(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false })).newPage();
}

/** Opens a page of a client's site as a visitor. */
export async function visit(context: BrowserContext, url: string): Promise<Page> {
  // Without the X-Forwarded-For header of the stories, which would cause CORS preflights.
  await context.setExtraHTTPHeaders({});
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
