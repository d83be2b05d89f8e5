import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { type BrandFile, findBrandFile } from './agency.queries.ts';
import type { Drawing } from './drawing/drawing.ts';
import { DrawingFailed } from './drawing/drawing-errors.ts';

interface BrandFilesDeps {
  db: Db;
  drawing: Drawing;
}

const fileParams = z.object({ file: z.string().max(80) });
const fileName = /^([0-9a-f]{64})\.(svg|png|mail\.png)$/;

const types = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** The logos, under addresses that contain their digest. */
export const brandFilesRoutes: FastifyPluginAsyncZod<BrandFilesDeps> = async (app, { db, drawing }) => {
  // A logo is on every page of every visitor. Its content never changes.
  const kept = new LRUCache<string, BrandFile>({ max: 50 });
  const find = async (digest: string) => {
    const file = kept.get(digest) ?? (await findBrandFile(db, digest));
    if (file) kept.set(digest, file);
    return file;
  };

  const keptForMails = new LRUCache<string, Promise<Buffer>>({ max: 50, ttl: 600_000, ttlResolution: 1_000 });
  const drawForMails = (file: BrandFile): Promise<Buffer> => {
    const kind = file.kind === 'svg' ? 'svg' : 'png';
    const drawn =
      keptForMails.get(file.digest) ??
      drawing.run('draw-mail-logo', { ...file, kind }).then(({ png }) => Buffer.from(png));
    keptForMails.set(file.digest, drawn);
    drawn.catch((error: unknown) => {
      // Trying again for every reader of a mail would end the drawing process each time.
      if (!(error instanceof DrawingFailed)) keptForMails.delete(file.digest);
    });
    return drawn;
  };

  app.get('/brand/:file', { schema: { hide: true, params: fileParams } }, async (request, reply) => {
    const [, digest = '', ending = ''] = fileName.exec(request.params.file) ?? [];
    const found = digest === '' ? undefined : await find(digest);
    const isForMails = ending === 'mail.png';
    if (!found || !(isForMails || found.kind === ending))
      throw new AppError(404, 'not-found', 'There is no such file.');
    // Before any header is set: a failure must not be cached.
    const content = isForMails ? await drawForMails(found) : found.content;
    return reply
      .type(types[ending === 'svg' ? 'svg' : 'png'])
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // Opened by itself, the picture can run nothing and load nothing.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        // Shared views are shown in frames of other sites, mails show the logo.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(content);
  });
};
