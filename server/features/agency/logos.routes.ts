import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { uploadedLogo } from '../../../contract/site/agency-settings.ts';
import { logoTypes, maxLogoBytes } from '../../../contract/site/logo-files.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { countBrandFiles, listBrandFiles, storeBrandFile } from './agency.queries.ts';
import type { Drawing } from './drawing/drawing.ts';
import { readLogo } from './logos/logo.ts';

interface LogosDeps {
  db: Db;
  drawing: Drawing;
}

/** Logos of earlier settings stay stored, because these can be taken again. More than these are no brand. */
const filesMax = 2_000;

/** Uploads of logos: for the agency by owners, for a company by members who change its settings. */
export const logosRoutes: FastifyPluginAsyncZod<LogosDeps> = async (app, deps) => {
  tagRoutes(app, 'Agency');
  // The content decides what the file is, not its declared type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    [...logoTypes],
    { parseAs: 'buffer', bodyLimit: maxLogoBytes },
    (_request, body, done) => done(null, body),
  );

  const limits = { needsSpace: true, rateLimit: { max: 30, timeWindow: '1 minute' } } as const;
  const answers = { 201: uploadedLogo, 400: errorBody, 413: errorBody, 415: errorBody, 503: errorBody };

  app.post(
    apiPaths.logos,
    {
      config: { ...limits, permission: 'agency-settings', needsRecentSignIn: true },
      bodyLimit: maxLogoBytes,
      schema: { operationId: 'uploadLogo', summary: 'Store a logo of the agency', response: answers },
    },
    async (request, reply) => reply.status(201).send(await storeLogo(deps, request.body)),
  );

  app.post(
    apiPaths.companyLogos(':companyId'),
    {
      config: { ...limits, permission: 'company-settings' },
      bodyLimit: maxLogoBytes,
      schema: {
        operationId: 'uploadCompanyLogo',
        summary: 'Store a logo of a company',
        params: companyParams,
        response: answers,
      },
    },
    async (request, reply) => reply.status(201).send(await storeLogo(deps, request.body)),
  );
};

async function storeLogo({ db, drawing }: LogosDeps, body: unknown) {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new AppError(400, 'invalid-request', 'The logo must be an SVG or PNG file.', { field: 'logo' });
  const { content, ...facts } = await readLogo(drawing, body);
  const isKnown = (await listBrandFiles(db, [facts.digest])).length > 0;
  if (!isKnown && (await countBrandFiles(db)) >= filesMax)
    throw new AppError(409, 'conflict', `${filesMax} logos are stored, which is the most.`, {
      field: 'logo',
    });
  const [width, height] = [Math.ceil(facts.width), Math.ceil(facts.height)];
  await storeBrandFile(db, { ...facts, width, height, content, created_at: new Date() });
  return { digest: facts.digest, kind: facts.kind, width, height };
}
