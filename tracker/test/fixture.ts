import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browsers.ts';
import { openSite, type Site } from './site.ts';

interface Fixture {
  site: Site;
  context: BrowserContext;
  page: Page;
  /** Messages that the pages logged to the console. */
  consoleMessages: ConsoleMessage[];
}

/**
 * One browser per file, a new site and context per test. Every test fails if a page threw an error, because the
 * script must never throw into the page.
 */
export function setUpFixture(script?: Buffer<ArrayBuffer>): Fixture {
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
    const [site, context] = await Promise.all([openSite(script), browser.newContext()]);
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
  const before = site.listEvents().length;
  await page.goto(site.serve(path, site.snippet));
  await site.waitUntil(() => site.listEvents().length >= before + 2);
  await site.waitUntilSent(page);
}

/**
 * Goes back as a visitor does and resolves once the previous page is active. (`page.goBack` waits for a load event,
 * which a cached page never has.) A cached page may send its events before the navigation is reported, so waiting
 * for events alone could evaluate in the page that is being left.
 */
export async function goBack(page: Page): Promise<void> {
  const arrived = page.waitForEvent('framenavigated');
  await page.evaluate(() => {
    setTimeout(() => history.back());
  });
  await arrived;
}
