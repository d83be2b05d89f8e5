import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { pages } from '../../../contract/pages.ts';
import { toPagePolicy } from '../../platform/security-headers.ts';

export interface SiteDeps {
  /** Folder of the built pages. */
  pagesFolder: string;
  isSecure: boolean;
}

const fallbackFile = '__spa-fallback.html';
const pageCaching = 'no-cache';
const assetCaching = 'public, max-age=31536000, immutable';
const fileCaching = 'public, max-age=3600';

/** The built pages: prerendered files, the fallback for pages drawn in the browser, and 404 for the rest. */
export const siteRoutes: FastifyPluginAsync<SiteDeps> = async (app, { pagesFolder, isSecure }) => {
  await app.register(fastifyStatic, {
    root: pagesFolder,
    wildcard: false,
    index: false,
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    // Pages are served by their own routes below, under their own policy.
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header(
        'cache-control',
        path.endsWith('.html') ? pageCaching : isHashed ? assetCaching : fileCaching,
      );
    },
  });

  const policies = new Map<string, string>();
  function sendPage(reply: FastifyReply, file: string, status = 200): FastifyReply {
    let policy = policies.get(file);
    if (policy === undefined) {
      policy = toPagePolicy(hashInlineScripts(readFileSync(join(pagesFolder, file), 'utf8')), isSecure);
      policies.set(file, policy);
    }
    reply.status(status).header('content-security-policy', policy);
    return reply.sendFile(file);
  }

  for (const page of pages) {
    const file = page.render === 'static' ? join(page.path, 'index.html').slice(1) : fallbackFile;
    const served = existsSync(join(pagesFolder, file)) ? file : fallbackFile;
    app.get(page.path, (_request, reply) => sendPage(reply, served));
  }

  app.setNotFoundHandler((request, reply) => {
    const [path = '/', query] = request.url.split('?', 2);
    // Not where the rest could be read as another host: //evil.example/, /\evil.example/.
    if (/^\/[^/\\].*\/$/.test(path)) {
      const bare = path.replace(/\/+$/, '');
      return reply.redirect(query === undefined ? bare : `${bare}?${query}`, 308);
    }
    const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && extname(path) === '';
    if (isPageRequest) return sendPage(reply, fallbackFile, 404);
    return reply.status(404).type('text/plain; charset=utf-8').send('Not found\n');
  });
};

/** The CSP hashes of a file's inline scripts, which differ with each build. */
function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
