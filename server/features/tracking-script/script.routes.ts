import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyPluginAsync, RouteHandlerMethod } from 'fastify';
import type { Db } from '../../db/client.ts';
import { hasFormerTrackingCodes } from './former-names.queries.ts';
import { nameEndpoint, type ScriptNames, toFrozenPath, usualNames } from './script-names.ts';
import { hasFormerNames, listScriptReleases } from './script-releases.ts';

export interface ScriptDeps {
  /** Folder of the tracking script's frozen releases: `1.0.0.js` and so on. */
  releasesFolder: string;
  /** Served besides the usual ones, if they are others. */
  names?: ScriptNames;
  db: Db;
}

/** Fresh for a day; for a week after that, the old copy may be used while the new one is fetched. */
const newestCaching = 'public, max-age=86400, stale-while-revalidate=604800';
const frozenCaching = 'public, max-age=31536000, immutable';

/**
 * The tracking script: `/t.js` is updated, `/t-1.0.0.js` never changes. Without tracking codes of earlier releases,
 * nothing that has their names is served.
 */
export const scriptRoutes: FastifyPluginAsync<ScriptDeps> = async (app, deps) => {
  const { db, releasesFolder, names = usualNames } = deps;
  const releases = listScriptReleases(releasesFolder);
  const [newest] = releases;
  if (!newest) throw new Error(`there is no release of the tracking script in ${releasesFolder}`);
  const hasFormerCodes = await hasFormerTrackingCodes(db);
  const readScript = (name: string) => readFileSync(join(releasesFolder, `${name}.js`));
  const script = hasFormerCodes
    ? Buffer.concat([readScript('former-names'), Buffer.from('\n'), readScript(newest)])
    : readScript(newest);
  app.get(usualNames.script, serveScript(script, newestCaching));
  for (const version of releases) {
    if (!hasFormerCodes && hasFormerNames(version)) continue;
    app.get(toFrozenPath(usualNames, version), serveScript(readScript(version), frozenCaching));
  }
  if (names.script === usualNames.script) return;
  app.get(names.script, serveScript(nameEndpoint(readScript(newest), names), newestCaching));
  // Codes with the names of before 3.0.0 have the usual path.
  for (const version of releases.filter((release) => !hasFormerNames(release))) {
    const script = nameEndpoint(readScript(version), names);
    app.get(toFrozenPath(names, version), serveScript(script, frozenCaching));
  }
};

function serveScript(script: Buffer, caching: string): RouteHandlerMethod {
  const gzipped = gzipSync(script, { level: 9 });
  const etag = `W/"${createHash('sha256').update(script).digest('base64url').slice(0, 16)}"`;
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
