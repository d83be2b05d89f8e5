import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import type { Page } from '@playwright/test';

/** Rules of EasyPrivacy that match nothing but a file's name: they once made two of our pages unusable. */
const namesOfFiles = ['/assets/analytics-', '/assets/tracking-'];

/** A content blocker with the lists of BLOCKER_LISTS (scripts/setup/ensure-blocker-lists.mjs). */
export function createBlocker(): FiltersEngine {
  const folder = process.env.BLOCKER_LISTS;
  if (!folder)
    throw new Error('BLOCKER_LISTS names no folder: start the stories with npm test -- e2e/stories');
  const lists = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return FiltersEngine.parse([...lists, ...namesOfFiles].join('\n'));
}

/** The lists exempt localhost, so the blocker gets each address with a public host name. */
const asPublished = (url: string) =>
  url.replace(/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/, 'https://agency.example');

const types = { document: 'main_frame', fetch: 'xhr', eventsource: 'xhr', manifest: 'other' } as const;

/** A request of the page at `sourceUrl`, for the blocker to decide about. */
export function toRequest(url: string, sourceUrl: string, type: string): Request {
  return Request.fromRawDetails({
    url: asPublished(url),
    sourceUrl: asPublished(sourceUrl),
    type: type as 'script',
  });
}

/** Lets the blocker decide about everything the page asks for. Returns the addresses it blocks, as they come. */
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

/** The elements that the blocker would hide: the first 80 characters of each one's HTML. */
export async function listHidden(page: Page, blocker: FiltersEngine): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *')];
    return {
      classes: [...new Set(elements.flatMap((element) => [...element.classList]))],
      ids: elements.map((element) => element.id).filter((id) => id !== ''),
      hrefs: [...document.links].map((link) => link.href),
    };
  });
  const url = asPublished(page.url());
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
    // One style sheet, as a real blocker uses, is faster than hundreds of queries.
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`@property --hidden { syntax: '*'; inherits: false }`);
    for (const selector of selectors) {
      try {
        sheet.insertRule(`${selector} { --hidden: yes }`, 1);
      } catch {
        // A selector that only the blocker itself understands.
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
