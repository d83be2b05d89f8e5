import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import { listScriptReleases } from './script-releases.ts';

export interface ScriptDeps {
  /** Folder of the tracking script's frozen releases: `1.0.0.js` and so on. */
  releasesFolder: string;
}

/** Fresh for a day; for a week after that, the old copy may be used while the new one is fetched. */
const newestCaching = 'public, max-age=86400, stale-while-revalidate=604800';
const frozenCaching = 'public, max-age=31536000, immutable';

/** The tracking script: `/t.js` is updated, `/t-1.0.0.js` never changes. */
export const scriptRoutes: FastifyPluginAsync<ScriptDeps> = async (app, { releasesFolder }) => {
  const [newest, ...older] = listScriptReleases(releasesFolder);
  if (!newest) throw new Error(`there is no release of the tracking script in ${releasesFolder}`);
  app.get('/t.js', serveScript(releasesFolder, newest, newestCaching));
  for (const version of [newest, ...older]) {
    app.get(`/t-${version}.js`, serveScript(releasesFolder, version, frozenCaching));
  }
};

function serveScript(folder: string, version: string, caching: string): RouteHandlerMethod {
  const script = readFileSync(join(folder, `${version}.js`));
  const gzipped = gzipSync(script, { level: 9 });
  const etag = `W/"${version}"`;
  return async (request, reply) => {
    reply.headers({
      'cache-control': caching,
      etag,
      vary: 'accept-encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return acceptsGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(script);
  };
}
