import type { FastifyPluginAsync } from 'fastify';
import { listedPaths } from '../../../contract/public/pages.ts';

export interface CrawlersDeps {
  publicUrl: string;
}

/** Under an own address there are portals, and nothing to find. */
const noRobots = 'User-agent: *\nDisallow: /\n';
const caching = 'public, max-age=3600';

/** `robots.txt` and `sitemap.xml` contain absolute URLs, so the server makes them, not the build. */
export const crawlersRoutes: FastifyPluginAsync<CrawlersDeps> = async (app, { publicUrl }) => {
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const entries = listedPaths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`).join('');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', caching)
      .send(request.portalHost ? noRobots : robots),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) => {
    if (request.portalHost) return reply.callNotFound();
    return reply.type('application/xml; charset=utf-8').header('cache-control', caching).send(sitemap);
  });
};
