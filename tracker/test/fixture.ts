import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browsers.ts';
import { openSite, type Site } from './site.ts';

interface Fixture {
  site: Site;
  context: BrowserContext;
  page: Page;
  consoleMessages: ConsoleMessage[];
}

/**
 * One browser for a test file; a new site and browser context for each test. After each test it checks that no page
 * had an uncaught error.
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
    const consoleMessages: ConsoleMessage[] = [];
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => consoleMessages.push(message));
    open = { site, context, page: await context.newPage(), consoleMessages };
  });
  afterEach(async () => {
    await open?.context.close();
    await open?.site.close();
    open = undefined;
    expect(errors).toEqual([]);
  });

  const current = () => {
    if (!open) throw new Error('available only inside a test');
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

/** Opens a page with the tracking code and waits until its first two events are answered. */
export async function visit({ site, page }: Fixture, path = '/'): Promise<void> {
  const before = site.seen().length;
  await page.goto(site.serve(path, site.snippet));
  await site.until(() => site.seen().length >= before + 2);
  await site.settled(page);
}

/**
 * Navigates back and resolves when the previous page is shown. (`page.goBack` waits for a load event, which a cached
 * page does not have.) Do not wait for a request instead: a cached page may send it before the navigation has
 * finished, and calls in between would reach the page that is being left.
 */
export async function goBack(page: Page): Promise<void> {
  const arrived = page.waitForEvent('framenavigated');
  await page.evaluate(() => {
    setTimeout(() => history.back());
  });
  await arrived;
}
