/** The page of a portal, which the server renders for the first answers and the browser takes over. Without zod. */

/** Whether an address is a page of the portal, which other pages open as a document. */
export const isPortalPath = (pathname: string): boolean => pathname.startsWith('/company-portal/');

/** The id of the element that React renders into. */
export const portalRootId = 'portal';
/** An attribute of that element in the page that opens without a connection. */
export const offlineAttribute = 'data-offline';
/** The id of the element with the data that the page was rendered with. */
export const pageDataId = 'page-data';
/** The attribute of an element with an answer that came too late to be rendered: its path and query. */
export const lateAnswerAttribute = 'data-answers';

export interface PortalPageData {
  /**
   * The path and the query that the page was rendered for. Back changes the address before the scripts of the page run, so
   * that these may differ from it.
   */
  pathname: string;
  search: string;
  /** When the page was rendered, in milliseconds since 1970. */
  now: number;
  /** The locales of the reader, the preferred one first. */
  locales: string[];
  /** The bodies of answers by path and query. */
  answers: Record<string, unknown>;
  /** The paths of questions that are asked, whose answers follow in the page. */
  late: string[];
}

/** The service worker of all portals. Its folder is its scope. */
export const offlineWorkerPath = '/company-portal/offline.js';

/** Parts of the built page, which the server replaces. */
export const portalPageMarks = {
  content: '<!--content-->',
  data: '<!--data-->',
  late: '<!--late-->',
} as const;
