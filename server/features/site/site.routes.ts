import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { offlineWorkerPath, portalPageMarks } from '../../../contract/portal-page.ts';
import { notFoundPath, type Page, pages, toRouteId } from '../../../contract/public/pages.ts';
import type { AllowedHosts } from '../../platform/http/allowed-hosts.ts';
import { toHostCompany } from '../../platform/http/portal-hosts.ts';
import { fallbackFile, type PageFiles, type PageFilesOptions } from './page-files.ts';
import { answerUnderPortalHost } from './portal-host-pages.ts';
import { preparePortalPage } from './portal-page.ts';
import { createPortalRenderer } from './portal-renderer.ts';
import { readScriptPreloadLinks } from './script-preload-links.ts';
import { sendUnknownHost } from './unknown-host-page.ts';

export interface SiteDeps {
  files: PageFiles;
  /** Folder of the built pages. */
  pagesFolder: string;
  hosts: AllowedHosts;
  agency: PageFilesOptions['agency'];
  /** Files of the folder that other routes answer. */
  ignoredFiles: readonly string[];
  /** The hosts whose pages may show a shared view in a frame; none for a view that does not exist. */
  listEmbedHosts: (view: { accessId: string; onlyCompany: string | undefined }) => Promise<string[]>;
}

const portalFile = 'portal.html';
const sharedFile = 'shared.html';
const assetCaching = 'public, max-age=31536000, immutable';
const fileCaching = 'public, max-age=3600';

/** Pages whose URLs contain a secret: a mailed link's token or a checkout's session. */
const pathsWithToken = [
  '/auth/confirm',
  '/auth/reset-password',
  '/admin/account/confirm-address',
  '/payment-success',
  '/payment-canceled',
  '/shared/:accessId',
];

/** The built pages: prerendered files, the fallback for pages rendered in the browser, and 404 for all other paths. */
export const siteRoutes: FastifyPluginAsync<SiteDeps> = async (
  app,
  { files, pagesFolder, hosts, agency, ignoredFiles, listEmbedHosts },
) => {
  await app.register(fastifyStatic, {
    root: pagesFolder,
    wildcard: false,
    index: false,
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    // Pages are served by the routes below, each with its Content-Security-Policy.
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', ...ignoredFiles],
    setHeaders: (reply, path) => {
      if (path.startsWith(join(pagesFolder, offlineWorkerPath))) {
        reply.header('cache-control', 'no-cache');
        // The policy of a worker decides what it may request, not that of the page.
        reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
        return;
      }
      const isHashed = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header('cache-control', isHashed ? assetCaching : fileCaching);
    },
  });

  const findFile = (path: string) => {
    const file = join(path, 'index.html').slice(1);
    return files.has(file) ? file : fallbackFile;
  };

  const render = createPortalRenderer({
    // The build puts it next to the pages.
    folder: join(pagesFolder, '..', '..', 'portal-page'),
    onError: (error) => app.log.error({ err: error }, 'a portal could not be rendered'),
  });
  const sendPortal = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'HEAD') return files.sendInParts(request, reply, portalFile, []);
    const { content, late } = preparePortalPage(app, request, (data) =>
      render(data, agency.current.site.settings),
    );
    // If the client disconnects, no part waits for it.
    content.catch(() => {});
    return files.sendInParts(request, reply, portalFile, [
      { mark: portalPageMarks.content, parts: toOnePart(content, 'html') },
      { mark: portalPageMarks.data, parts: toOnePart(content, 'data') },
      { mark: portalPageMarks.late, parts: late },
    ]);
  };
  const notFoundFile = findFile(notFoundPath);
  const toPreloadLinks = readScriptPreloadLinks(pagesFolder);
  for (const page of pages) {
    const file = page.render === 'static' ? findFile(page.path) : fallbackFile;
    const preloadLinks = file === fallbackFile ? toPreloadLinks(toRouteId(page)) : undefined;
    const headers = toPageHeaders(page, preloadLinks);
    app.get<{ Params: Record<string, string> }>(page.path, async (request, reply) => {
      // The router also matches `/company-portal/`, without an id. The browser shows that there is no such page.
      if (Object.values(request.params).includes('')) return files.send(request, reply, notFoundFile, 404);
      const agencyName = agency.current.brand.name;
      const isElsewhere = answerUnderPortalHost(page, { request, reply, hosts, agencyName });
      if (isElsewhere) return isElsewhere;
      if (page.render !== 'static' && request.portalHost === null && !hosts.allowsRequest(request))
        return sendUnknownHost(request, reply, { publicUrl: hosts.publicUrl, agencyName });
      reply.headers(headers);
      if (page.render === 'portal') return sendPortal(request, reply);
      if (page.render === 'shared') {
        const accessId = request.params.accessId ?? '';
        const embedHosts = await listEmbedHosts({ accessId, onlyCompany: toHostCompany(request) });
        return files.sendForFrames(request, reply, sharedFile, embedHosts);
      }
      return files.send(request, reply, file);
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const [path = '/', query] = request.url.split('?', 2);
    // Not for paths that browsers read as another host: //evil.example/, /\evil.example/.
    if (/^\/[^/\\].*\/$/.test(path)) {
      const trimmed = path.replace(/\/+$/, '');
      return reply.redirect(query === undefined ? trimmed : `${trimmed}?${query}`, 308);
    }
    const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && extname(path) === '';
    if (isPageRequest) return files.send(request, reply, notFoundFile, 404);
    return reply.status(404).type('text/plain; charset=utf-8').send('Not found\n');
  });
};

async function* toOnePart<Name extends string>(
  content: Promise<Record<Name, string>>,
  name: Name,
): AsyncGenerator<string> {
  yield (await content)[name];
}

function toPageHeaders(page: Page, preloadLinks: string | undefined): Record<string, string> {
  return {
    ...(preloadLinks === undefined ? {} : { link: preloadLinks }),
    ...(page.hidden ? { 'x-robots-tag': 'noindex' } : {}),
    ...(pathsWithToken.includes(page.path) ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}
