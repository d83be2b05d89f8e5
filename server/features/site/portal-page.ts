import type { FastifyInstance, FastifyRequest } from 'fastify';
import { companyId as companyIdShape, portalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { lateAnswerAttribute, type PortalPageData, pageDataId } from '../../../contract/portal-page.ts';
import {
  listFirstDimensions,
  listPortalMetrics,
  toListsPath,
  toSummaryPath,
  toTimeseriesPath,
} from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { escapeHtml } from '../../platform/http/html/escape-html.ts';
import { escapeJson } from '../../platform/http/html/escape-json.ts';

/** How long the page waits for its first answers. Later ones follow in the page. */
const waitMs = 400;
/** How long the page is kept open for answers that are late. Questions themselves end before. */
const lateMaxMs = 8_000;

/** Headers of the page's request that the API needs: who asks, from which address, under which host name. */
const forwardedHeaders = [
  'cookie',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

/** The body of an answer as JSON; undefined unless the API answers 200. */
type Answer = Promise<string | undefined>;
type Ask = (path: string) => Answer;

/** The parts of a page in the order in which they are sent. */
export interface PortalPageParts {
  /** The rendered portal and the data that it was rendered with; both empty for a reader without access. */
  content: Promise<{ html: string; data: string }>;
  /** Elements with the answers that were late, each as soon as it is known. */
  late: AsyncIterable<string>;
}

/**
 * Asks the API what the page of a portal asks first, and renders the page with what is answered at once. A reader without
 * access gets the same page for every company, existing or not.
 */
export function preparePortalPage(
  app: FastifyInstance,
  request: FastifyRequest,
  render: (data: PortalPageData) => Promise<string>,
): PortalPageParts {
  const late = new LateAnswers();
  return { content: prepare(app, request, render, late), late };
}

async function prepare(
  app: FastifyInstance,
  request: FastifyRequest,
  render: (data: PortalPageData) => Promise<string>,
  late: LateAnswers,
): Promise<{ html: string; data: string }> {
  const none = { html: '', data: '' };
  const { pathname, search, searchParams } = new URL(request.url, 'http://page.invalid');
  const { data: companyId } = companyIdShape.safeParse(pathname.split('/')[2]);
  if (companyId === undefined || request.headers.cookie === undefined) return none;
  const ask = createAsk(app, request);
  const isOver = new Promise<LateAnswers>((resolve) => {
    setTimeout(() => resolve(late), waitMs).unref();
  });
  const answers: Record<string, unknown> = {};
  const askInTime = async (path: string): Promise<string | undefined> => {
    const answer = ask(path);
    const body = await Promise.race([answer, isOver]);
    if (body === late) late.add(path, answer);
    else if (typeof body === 'string') answers[path] = JSON.parse(body);
    return typeof body === 'string' ? body : undefined;
  };
  const company = await askInTime(apiPaths.company(companyId));
  if (company === undefined && late.paths.length === 0) return none;
  if (company !== undefined)
    await Promise.all(listFirstPaths(companyId, company, searchParams).map(askInTime));
  const data: PortalPageData = {
    pathname,
    search,
    now: Date.now(),
    locales: readLocales(request.headers['accept-language']),
    answers,
    late: late.paths,
  };
  const html = company === undefined ? '' : await render(data);
  return { html, data: toDataElement(data) };
}

/** The questions of the view in the address that the reader may ask. The live count is part of the cards. */
function listFirstPaths(companyId: string, company: string, search: URLSearchParams): string[] {
  const { display, access } = portalCompany.pick({ display: true, access: true }).parse(JSON.parse(company));
  if (!access.rights.includes('dashboard')) return [];
  const view = readPortalView(search, display.period);
  const metrics = listPortalMetrics(access.rights.includes('money'));
  return [
    ...(access.isNarrowed ? [] : [apiPaths.active(companyId)]),
    toSummaryPath(companyId, view),
    toTimeseriesPath(companyId, view, { metrics }),
    toListsPath(companyId, view, listFirstDimensions(display)),
  ];
}

/** Through the API's own routes, so that its access rules, limits and errors apply. */
function createAsk(app: FastifyInstance, request: FastifyRequest): Ask {
  const headers = Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const remoteAddress = request.socket.remoteAddress ?? request.ip;
  return async (url) => {
    const answer = await app.inject({ url, headers, remoteAddress }).catch(() => undefined);
    return answer?.statusCode === 200 ? answer.body : undefined;
  };
}

/** Answers that came too late for the first part of a page. */
class LateAnswers {
  readonly #answers = new Map<string, Answer>();

  get paths(): string[] {
    return [...this.#answers.keys()];
  }

  add(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** In the order in which they are known. Ends when all are, or when it is too late for the reader as well. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const isOver = new Promise<'over'>((resolve) => {
      setTimeout(() => resolve('over'), lateMaxMs).unref();
    });
    const waiting = new Map(
      [...this.#answers].map(([path, answer]) => [path, answer.then((body) => ({ path, body }))]),
    );
    while (waiting.size > 0) {
      const next = await Promise.race([...waiting.values(), isOver]);
      if (next === 'over') return;
      waiting.delete(next.path);
      if (next.body !== undefined) yield toLateElement(next.path, next.body);
    }
  }
}

const toDataElement = (data: PortalPageData) =>
  `<script type="application/json" id="${pageDataId}">${escapeJson(JSON.stringify(data))}</script>`;

// The element after it shows that it has arrived whole.
const toLateElement = (path: string, body: string) =>
  `<script type="application/json" ${lateAnswerAttribute}="${escapeHtml(path)}">${escapeJson(body)}</script><i hidden></i>`;

/** The locales that a browser prefers, in its order, as `navigator.languages` has them. */
function readLocales(header: string | undefined): string[] {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', quality = ''] = part.trim().split(/\s*;\s*q=/);
    return { tag, quality: quality === '' ? 1 : Number(quality) };
  });
  const known = wanted.filter(({ tag, quality }) => quality > 0 && isLocale(tag));
  return known.length === 0 ? ['en'] : known.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

function isLocale(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
