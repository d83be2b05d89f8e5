import { parseUrl } from '../../../contract/rules/network/parse-url.ts';
import { RecentMap } from '../../platform/recent-map.ts';
import { rejectionError } from './rejections/rejection-errors.ts';
import { withoutWww } from './sources/sources.ts';

const pathMax = 300;

/** Host name and path of a page. The rest of its URL is never stored: it contains names, tokens and search terms. */
export interface PageAddress {
  host: string;
  path: string;
}

// Few pages have most of the views, and most visitors come from a few sites.
const pages = new RecentMap<PageAddress>(2_000);
const referrers = new RecentMap<PageAddress>(5_000);
/** Longer addresses are parsed each time, so that a sender cannot fill the memory with them. */
const cachedLengthMax = 300;

/** Throws if the text is not an address. */
export function parsePage(url: string): PageAddress {
  const cached = pages.get(url);
  if (cached) return cached;
  const parsed = parseUrl(url);
  if (!parsed) throw rejectionError(400, 'invalid-request', 'metadata.url: must be an http address');
  const page = { host: parsed.hostname, path: parsed.pathname.slice(0, pathMax) };
  if (url.length <= cachedLengthMax) pages.set(url, page);
  return page;
}

/** The path of a page; on sites with hash routing followed by `#` and the path in the fragment. */
export function toPagePath(path: string, hashPath: string | null | undefined): string {
  if (!hashPath) return path;
  // As in a path, everything that is not ASCII is escaped.
  const { hash } = new URL(`#${hashPath.replace(/[?#].*$/, '')}`, 'https://page.invalid');
  return `${path}${hash}`.slice(0, pathMax);
}

const noReferrer: PageAddress = { host: '', path: '' };

/** Host and path of the referrer; both empty if it is missing, not an address, or the site itself. */
export function parseReferrer(referrer: string | null | undefined, ownHost: string): PageAddress {
  if (!referrer) return noReferrer;
  let parsed = referrers.get(referrer);
  if (parsed === undefined) {
    parsed = noReferrer;
    const url = parseUrl(referrer);
    const host = url ? toPlainHost(url.hostname) : '';
    if (url && host !== '') parsed = { host, path: url.pathname.slice(0, pathMax) };
    if (referrer.length <= cachedLengthMax) referrers.set(referrer, parsed);
  }
  return parsed.host === withoutWww(ownHost) ? noReferrer : parsed;
}

/** Removes `www.` and a trailing dot: `www.shop.example` and `shop.example.` become `shop.example`. */
function toPlainHost(host: string): string {
  return withoutWww(host).replace(/\.$/, '').slice(0, 253);
}
