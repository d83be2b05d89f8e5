import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { companyId as companyIdShape, portalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { pageAnswersId, toSummaryPath, toTimeseriesPath } from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';

/** A page is complete without its answers, so it waits for them less long than a user would notice. */
const waitMaxMs = 1_500;

/** Headers of the page's request that the API needs: who asks, from which address, under which host name. */
const forwardedHeaders = [
  'cookie',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

type Ask = (path: string) => Promise<{ body: string; setCookie: string | string[] | undefined } | undefined>;

/**
 * Asks the API what the page of a portal asks first. Undefined unless the API answers the company to the sender of
 * this request; the page is then the same for every caller. The element with the answers never rejects.
 */
export async function findPageAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ element: Promise<string> } | undefined> {
  const address = toPortalAddress(request);
  if (address === undefined || request.headers.cookie === undefined) return undefined;
  const { companyId, search } = address;
  const ask = createAsk(app, request);
  const companyPath = apiPaths.company(companyId);
  const company = await ask(companyPath);
  if (!company) return undefined;
  if (company.setCookie !== undefined) reply.header('set-cookie', company.setCookie);
  if (request.method === 'HEAD') return { element: Promise.resolve('') };
  const { display } = portalCompany.pick({ display: true }).parse(JSON.parse(company.body));
  const view = readPortalView(search, display.period);
  const paths = [toSummaryPath(companyId, view), toTimeseriesPath(companyId, view)];
  const element = Promise.all(paths.map(ask)).then((answers) =>
    toElement([
      [companyPath, company.body],
      ...answers.flatMap((answer, at): [string, string][] =>
        answer ? [[paths[at] ?? '', answer.body]] : [],
      ),
    ]),
  );
  return { element };
}

function toPortalAddress(
  request: FastifyRequest,
): { companyId: string; search: URLSearchParams } | undefined {
  const { pathname, searchParams } = new URL(request.url, 'http://page.invalid');
  const { data: companyId } = companyIdShape.safeParse(pathname.split('/').at(-1));
  return companyId === undefined ? undefined : { companyId, search: searchParams };
}

/** Through the API's own routes, so that its access rules, limits and errors apply. Undefined unless it answers 200. */
function createAsk(app: FastifyInstance, request: FastifyRequest): Ask {
  const headers = Object.fromEntries(
    forwardedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const endsAt = performance.now() + waitMaxMs;
  return async (url) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), endsAt - performance.now());
    });
    const remoteAddress = request.socket.remoteAddress ?? request.ip;
    const answer = app.inject({ url, headers, remoteAddress }).catch(() => undefined);
    const first = await Promise.race([answer, timeout]);
    clearTimeout(timer);
    if (first?.statusCode !== 200) return undefined;
    return { body: first.body, setCookie: first.headers['set-cookie'] };
  };
}

/** A block of data, which browsers do not execute. The bodies are JSON, where these characters are only in strings. */
function toElement(answers: [string, string][]): string {
  const json = answers.map(([path, body]) => `${JSON.stringify(path)}:${body}`).join(',');
  const escaped = json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="${pageAnswersId}">{${escaped}}</script>`;
}
