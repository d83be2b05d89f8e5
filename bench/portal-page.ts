import { z } from 'zod';
import type { BenchBrowser } from './browser/browser.ts';
import type { Northlight } from './northlight.ts';

const openMaxMs = 60_000;

const orderCountChange = z.object({ orders: z.number(), at: z.number() });
/** A number of orders, and when (since 1970, in milliseconds) it stood in the page. */
export type OrderCountChange = z.infer<typeof orderCountChange>;

export interface PortalPage {
  readOrderCounts: () => Promise<OrderCountChange[]>;
}

/** Opens a portal of a company that has orders; resolves when the page shows them. */
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

/** Runs in the page, before anything of it, as it stands here: notes each number when it is put there. */
const recordOrderCounts = `{
  const notes = [];
  const look = () => {
    const figures = [...document.querySelectorAll('[role="group"]')];
    const figure = figures.find((found) => found.querySelector('h3')?.textContent === 'Orders');
    const text = figure?.querySelector('.sr-only')?.textContent;
    const orders = Number(text?.replaceAll(',', ''));
    if (!text || orders === notes.at(-1)?.orders) return;
    notes.push({ orders, at: Date.now() });
    document.documentElement.dataset.orders = JSON.stringify(notes);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}`;
