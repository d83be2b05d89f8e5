import { lateAnswerAttribute, type PortalPageData, pageDataId } from '../../contract/portal-page.ts';
import { getJson } from './client.ts';

/** After this time an answer in the page may be out of date: the user may have been on another page. */
const usableMs = 10_000;

interface AnswerOptions<Body> {
  parse: (body: unknown) => Body;
  signal?: AbortSignal;
}

let late: Set<string> | undefined;

/** The data that the server rendered this page with. Undefined if it rendered none, or the page was cut off. */
export function readPageData(): PortalPageData | undefined {
  const text = document.getElementById(pageDataId)?.textContent;
  if (!text) return undefined;
  try {
    const data = JSON.parse(text) as PortalPageData;
    late ??= new Set(data.late);
    return data;
  } catch {
    return undefined;
  }
}

/** Like `getJson`, but waits for the answer that the server adds to this page, once, if it announced one. */
export async function getFirstJson<Body>(path: string, options: AnswerOptions<Body>): Promise<Body> {
  const text = late?.delete(path) ? await findLateAnswer(path, options.signal) : undefined;
  if (text === undefined || performance.now() > usableMs) return getJson(path, options);
  try {
    return options.parse(JSON.parse(text));
  } catch {
    return getJson(path, options);
  }
}

/** Undefined if the page ends without it: the server could not answer in time. */
async function findLateAnswer(path: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const find = () => {
    const elements = document.querySelectorAll(`script[${lateAnswerAttribute}]`);
    return [...elements].find((element) => element.getAttribute(lateAnswerAttribute) === path);
  };
  // An element is complete once another node follows it or the page has ended.
  const isWhole = (element: Element | undefined) =>
    document.readyState !== 'loading' || (element?.nextSibling ?? null) !== null;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!signal?.aborted && !isWhole(find())) return;
      observer.disconnect();
      document.removeEventListener('readystatechange', check);
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true });
    document.addEventListener('readystatechange', check);
    signal?.addEventListener('abort', check, { once: true });
    check();
  });
  return find()?.textContent ?? undefined;
}
