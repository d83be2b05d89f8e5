import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import { staticPaths } from '../../../contract/public/pages.ts';
import { agencySettings } from '../../../contract/site/agency-settings.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { checkSettings } from '../agency/agency.ts';
import type { PageFiles } from './page-files.ts';

const bodyMaxBytes = 2 * 1024 * 1024;

const previewRequest = z.strictObject({
  settings: z.string().max(bodyMaxBytes),
  page: z.enum(staticPaths),
  theme: z.enum(['light', 'dark']),
});

/** Nothing on it can be clicked or focused. */
const still = '<style>body{pointer-events:none}</style>';

/**
 * Pages as they would be with settings that are not saved, for the frame of the settings screen. A form sends the settings, so that
 * nothing has to be stored. Without scripts: under this address they would not find their page.
 */
export async function previewRoutes(
  app: FastifyInstance,
  { db, files }: { db: Db; files: PageFiles },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post(
    apiPaths.settingsPreview,
    { config: { permission: 'agency-settings' }, bodyLimit: bodyMaxBytes, schema: { hide: true } },
    async (request, reply) => {
      const { page, theme, settings } = parse(previewRequest, request.body);
      const draft = parse(agencySettings, parseJson(settings));
      await checkSettings(db, draft);
      const html = await files.renderDraft(page, draft, db);
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy':
            "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
          'x-frame-options': 'SAMEORIGIN',
          'cache-control': 'no-store',
        })
        .send(
          html
            // They would only be refused, each with a message in the browser's console, and visitors have them.
            .replaceAll(/<(no)?script>.*?<\/\1script>/gs, '')
            .replace('<html ', `<html data-theme="${theme}" `)
            .replace('<body', '<body inert')
            .replace('</head>', `${still}</head>`),
        );
    },
  );
}

function parse<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new AppError(400, 'invalid-request', `${field} ${issue?.message ?? 'is invalid'}`, { field });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError(400, 'invalid-request', 'settings must be JSON', { field: 'settings', cause });
  }
}
