import { z } from 'zod';
import type { BenchBrowser } from './browser/browser.ts';
import type { Northlight } from './northlight.ts';

const openMaxMs = 60_000;

const orderCountChange = z.object({ orders: z.number(), at: z.number() });
/** A number of orders and when the page first showed it, in milliseconds since 1970. */
export type OrderCountChange = z.infer<typeof orderCountChange>;

export interface PortalPage {
  readOrderCounts: () => Promise<OrderCountChange[]>;
}

/** Opens the portal of a company with orders and waits until the page shows their number. */
export async function openPortal(
  { context }: BenchBrowser,
  { port }: Northlight,
  { companyId, cookie }: { companyId: string; cookie: string },
): Promise<PortalPage> {
  const origin = `http://127.0.0.1:${port}`;
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.addInitScript({ content: recordOrderCounts });
  await page.goto(`${origin}/company-portal/${companyId}`);
  const root = page.locator('html[data-orders]');
  await root.waitFor({ state: 'attached', timeout: openMaxMs });
  return {
    readOrderCounts: async () =>
      z.array(orderCountChange).parse(JSON.parse((await root.getAttribute('data-orders')) ?? '[]')),
  };
}

/** Runs in the page before its scripts: records each number of orders when it appears. */
const recordOrderCounts = `{
  const changes = [];
  const check = () => {
    const cards = [...document.querySelectorAll('[role="group"]')];
    const card = cards.find((found) => found.querySelector('h3')?.textContent === 'Orders');
    const text = card?.querySelector('.sr-only')?.textContent;
    const orders = Number(text?.replaceAll(',', ''));
    if (!text || orders === changes.at(-1)?.orders) return;
    changes.push({ orders, at: Date.now() });
    document.documentElement.dataset.orders = JSON.stringify(changes);
  };
  new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true });
}`;
