import { loadHistory, vacuumTables } from '../history.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Northlight } from '../northlight.ts';
import type { BenchBrowser } from './browser.ts';
import { throttleLikePhone } from './phone-throttling.ts';

/** Times since the navigation started, with an empty cache. */
export interface PortalTiming {
  firstNumberMs: number;
  firstChartMs: number;
  /** Paths of the scripts that the page requested by then. */
  scripts: string[];
}

const maxMs = 120_000;

/** Creates a company with a month of events and returns a function that opens its portal as a phone on slow 4G would. */
export async function preparePortalOnPhone(
  northlight: Northlight,
  { context }: BenchBrowser,
  pageViews: number,
): Promise<() => Promise<PortalTiming>> {
  const companyId = await northlight.createCompany('Bench');
  await loadHistory(northlight, {
    companyId,
    pageViews,
    days: 30,
    until: new Date(),
  });
  await vacuumTables(northlight);
  const nextCookie = await createViewerCookies(northlight, companyId);
  const origin = `http://127.0.0.1:${northlight.port}`;

  return async () => {
    const [name = '', value = ''] = nextCookie().split('=', 2);
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    await page.addInitScript({ content: recordFirsts });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await throttleLikePhone(session);
    await page.goto(`${origin}/company-portal/${companyId}`, { waitUntil: 'commit', timeout: maxMs });
    // Waits for an attribute, because the page's policy forbids waitForFunction.
    const root = page.locator('html[data-firsts]');
    await root.waitFor({ state: 'attached', timeout: maxMs });
    const recorded = (await root.getAttribute('data-firsts')) ?? '';
    const [firstNumberMs = Number.NaN, firstChartMs = Number.NaN] = recorded.split(' ').map(Number);
    await page.close();
    return { firstNumberMs, firstChartMs, scripts };
  };
}

/** Runs in the page before its scripts: checks in each animation frame what is visible. */
const recordFirsts = `{
  let number = 0;
  const hasInk = (canvas) =>
    canvas.width > 0 &&
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((channel) => channel !== 0);
  const check = () => {
    const cards = [...document.querySelectorAll('[role="group"]')];
    if (number === 0 && cards.some((card) => /\\d/.test(card.textContent))) number = performance.now();
    if (number > 0 && [...document.querySelectorAll('canvas')].some(hasInk))
      document.documentElement.dataset.firsts = number + ' ' + performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}`;
