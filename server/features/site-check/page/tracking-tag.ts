import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';
import { trackingStub } from '../../../../contract/tracking-stub.ts';
import { readSource } from './known-tools.ts';
import type { ScannedPage, ScriptElement } from './scan-page.ts';

/** How this installation's tracking code is recognized. */
export interface KnownCode {
  /** The origins under which this server is reached: PUBLIC_URL and the own addresses of portals. */
  origins: readonly string[];
  /** The paths of the script, without the version of a frozen release: `/t.js`. */
  scriptPaths: readonly string[];
}

export interface TrackingTag {
  element: ScriptElement;
  /** The address that the page names. */
  url: URL;
  /** The company it names, in lower case; empty if it names none. */
  companyId: string;
  /** The version of a frozen release; undefined for the script that follows updates. */
  version: string | undefined;
}

/** The script elements of a page that load the tracking script, in their order. */
export function findTrackingTags(page: ScannedPage, pageUrl: URL, code: KnownCode): TrackingTag[] {
  const base = (page.base !== undefined && parseUrl(page.base, pageUrl.href)) || pageUrl;
  return page.scripts.flatMap((element) => {
    const source = readSource(element);
    const url = source === '' ? undefined : parseUrl(source, base.href);
    if (!url) return [];
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return [];
    const { isPath, version } = readPath(url.pathname, code);
    const named = readCompany(element, url);
    const isOurs = isPath && (named !== '' || code.origins.includes(url.origin));
    return isOurs ? [{ element, url, companyId: named.toLowerCase(), version }] : [];
  });
}

/** Whether the page has the stub, which keeps orders until the script runs. */
export const findStub = (page: ScannedPage): ScriptElement | undefined =>
  page.scripts.find(({ text }) => text.trim() === trackingStub);

/** Also under a path of the client's site, which a proxy passes on: `/stats/t.js`. */
function readPath(
  path: string,
  { scriptPaths }: KnownCode,
): { isPath: boolean; version: string | undefined } {
  for (const scriptPath of scriptPaths) {
    const stem = scriptPath.replace(/\.js$/, '');
    if (path.endsWith(scriptPath)) return { isPath: true, version: undefined };
    const at = path.lastIndexOf(`${stem}-`);
    const rest = at === -1 ? '' : path.slice(at + stem.length + 1);
    const [, version] = /^(\d{1,4}\.\d{1,4}\.\d{1,4})\.js$/.exec(rest) ?? [];
    if (version !== undefined) return { isPath: true, version };
  }
  return { isPath: false, version: undefined };
}

const readCompany = ({ attributes }: ScriptElement, { searchParams }: URL) =>
  (attributes.get('data-company') ?? searchParams.get('company') ?? searchParams.get('c') ?? '').trim();
