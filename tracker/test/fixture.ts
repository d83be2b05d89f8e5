import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browsers.ts';
import { openSite, type Site } from './site.ts';

interface Fixture {
  site: Site;
  context: BrowserContext;
  page: Page;
  /** What the pages wrote to the console. */
  consoleMessages: ConsoleMessage[];
}

/**
 * One browser a file; a new site and a new context a test. After each test: no page has met an error, which
 * is the first thing the script promises.
 */
export function setUpFixture(): Fixture {
  let browser: Browser | undefined;
  let open: Fixture | undefined;
  let errors: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    if (!browser) throw new Error('no browser');
    errors = [];
    const [site, context] = await Promise.all([openSite(), browser.newContext()]);
    const said: ConsoleMessage[] = [];
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => said.push(message));
    open = { site, context, page: await context.newPage(), consoleMessages: said };
  });
  afterEach(async () => {
    await open?.context.close();
    await open?.site.close();
    open = undefined;
    expect(errors).toEqual([]);
  });

  const current = () => {
    if (!open) throw new Error('only inside a test');
    return open;
  };
  return {
    get site() {
      return current().site;
    },
    get context() {
      return current().context;
    },
    get page() {
      return current().page;
    },
    get consoleMessages() {
      return current().consoleMessages;
    },
  };
}

/** The page with the snippet, opened, and its first two events there and answered. */
export async function visit({ site, page }: Fixture, path = '/'): Promise<void> {
  const before = site.listEvents().length;
  await page.goto(site.serve(path, site.snippet));
  await site.waitUntil(() => site.listEvents().length >= before + 2);
  await site.waitUntilSent(page);
}

/**
 * Goes back as a visitor does, and returns once the page before is there. (`page.goBack` waits for a
 * load that a cached page never has.) A cached page sends its beacons at once, and may be quicker than
 * the word that it is there: whoever asked it something in between would ask the page that is leaving.
 */
export async function goBack(page: Page): Promise<void> {
  const arrived = page.waitForEvent('framenavigated');
  await page.evaluate(() => {
    setTimeout(() => history.back());
  });
  await arrived;
}
