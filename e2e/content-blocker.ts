import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import type { Page } from '@playwright/test';

/** Rules of EasyPrivacy that match a file name alone. They once made two pages unusable. */
const fileNameRules = ['/assets/analytics-', '/assets/tracking-'];

/** A content blocker with the lists of BLOCKER_LISTS (scripts/setup/ensure-blocker-lists.mjs). */
export function createBlocker(): FiltersEngine {
  const folder = process.env.BLOCKER_LISTS;
  if (!folder) throw new Error('BLOCKER_LISTS is not set. Run the stories with: npm test -- e2e/stories');
  const lists = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return FiltersEngine.parse([...lists, ...fileNameRules].join('\n'));
}

/** The filter lists exempt localhost, so the blocker sees each URL with a public host name. */
const toPublicUrl = (url: string) =>
  url.replace(/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/, 'https://agency.example');

const types = { document: 'main_frame', fetch: 'xhr', eventsource: 'xhr', manifest: 'other' } as const;

/** A request of the page at `sourceUrl`, in the blocker's format. */
export function toRequest(url: string, sourceUrl: string, type: string): Request {
  return Request.fromRawDetails({
    url: toPublicUrl(url),
    sourceUrl: toPublicUrl(sourceUrl),
    type: type as 'script',
  });
}

/** Runs every request of the page through the blocker. The returned list grows with each blocked URL. */
export async function blockRequests(page: Page, blocker: FiltersEngine): Promise<string[]> {
  const blocked: string[] = [];
  await page.route('**/*', (route) => {
    const request = route.request();
    const url = request.url();
    const kind = request.resourceType();
    const type = Object.hasOwn(types, kind) ? types[kind as keyof typeof types] : kind;
    const { match } = blocker.match(toRequest(url, page.url(), type));
    if (!match) return route.fallback();
    blocked.push(url);
    return route.abort('blockedbyclient');
  });
  return blocked;
}

/** The elements that the blocker would hide, each as the first 80 characters of its HTML. */
export async function listHiddenElements(page: Page, blocker: FiltersEngine): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *')];
    return {
      classes: [...new Set(elements.flatMap((element) => [...element.classList]))],
      ids: elements.map((element) => element.id).filter((id) => id !== ''),
      hrefs: [...document.links].map((link) => link.href),
    };
  });
  const url = toPublicUrl(page.url());
  const { hostname } = new URL(url);
  const { styles } = blocker.getCosmeticsFilters({
    url,
    hostname,
    domain: hostname,
    ...seen,
    getBaseRules: true,
    getRulesFromDOM: true,
    getRulesFromHostname: true,
  });
  return page.evaluate((css) => {
    const selectors = css.split(/\{[^}]*\}/).flatMap((part) => part.split(/,\s*\n/));
    // One style sheet, as real blockers use, is faster than hundreds of queries.
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`@property --hidden { syntax: '*'; inherits: false }`);
    for (const selector of selectors) {
      try {
        sheet.insertRule(`${selector} { --hidden: yes }`, 1);
      } catch {
        // A selector in a syntax that only the blocker supports.
      }
    }
    document.adoptedStyleSheets.push(sheet);
    const hidden = [...document.querySelectorAll('body, body *')].filter(
      (element) => getComputedStyle(element).getPropertyValue('--hidden') !== '',
    );
    document.adoptedStyleSheets.pop();
    return hidden.map((element) => element.outerHTML.slice(0, 80));
  }, styles);
}
