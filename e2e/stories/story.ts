import { createHash } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import {
  type CreatedCompany,
  createCompany,
  makeDataDir,
  type Northlight,
  startNorthlight,
} from '../northlight.ts';
import { type Shop, startShop } from '../shop.ts';

interface Fixtures {
  /** Fails the story when a page throws or writes an error to its console. */
  watch: (page: Page) => Page;
  /** Closes every page the story opened. An open page keeps rendering and slows the stories after it. */
  closedContexts: undefined;
}

interface WorkerFixtures {
  northlight: Northlight;
}

/**
 * A story's ground: the built product on a data folder of its own. Stories share it and what is limited by
 * address is not shared: each comes from one of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads the fixtures it needs from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: an empty pattern is how it is told "none".
  extraHTTPHeaders: async ({}, use, { testId }) => {
    const [a, b, c] = createHash('sha256').update(testId).digest();
    await use({ 'x-forwarded-for': `10.${a}.${b}.${c}` });
  },
  northlight: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const { dataDir, remove } = makeDataDir();
      const northlight = await startNorthlight({ dataDir });
      await use(northlight);
      await northlight.stop();
      remove();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  watch: async ({}, use) => {
    const complaints: string[] = [];
    await use((page) => {
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    });
    expect(complaints).toEqual([]);
  },
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect };

export async function createShop(
  northlight: Northlight,
  name: string,
): Promise<{ company: CreatedCompany; shop: Shop }> {
  const company = await createCompany(northlight, name, 'localhost');
  return { company, shop: await startShop(company.snippet) };
}

/** Enters a company's key the way its people do and ends on the portal. */
export async function openPortal(page: Page, northlight: Northlight, company: CreatedCompany): Promise<void> {
  await page.goto(`${northlight.url}/company-access`);
  await page.getByLabel('Enter Access Key').fill(company.accessKey);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await page.waitForURL(company.portal);
}

/**
 * axe finds nothing, in the light theme and in the dark one. Only colours differ between them, so the
 * dark one is asked about those alone.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect((await aScan(page).analyze()).violations, what).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const { violations } = await aScan(page).withRules(['color-contrast']).analyze();
  expect(violations, `${what}, dark`).toEqual([]);
}

/**
 * Legacy mode leaves out frames of other sites: there are none, and it opens a page for them. Details are
 * collected for violations alone, which takes a fraction of the time.
 */
const aScan = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** The card of a figure, by its heading. */
export function figure(page: Page, name: string) {
  return page.getByRole('group', { name, exact: true });
}

/** Resolves once React handles the page's events. Before that a link loads a document. */
export async function expectInteractive(page: Page): Promise<void> {
  const marks = () => page.evaluate(() => performance.getEntriesByName('northlight-interactive').length);
  await expect.poll(marks).toBeGreaterThan(0);
}

/** A visitor's own browser on the client's site. */
export async function visit(context: BrowserContext, url: string): Promise<Page> {
  // The header that gives stories their address: between two sites a browser would ask leave to send it.
  await context.setExtraHTTPHeaders({});
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
