import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { access, accessParams } from '../../../../contract/company/accesses.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { createdShare, newShare, shareAddress, shareChange } from '../../../../contract/company/shares.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import { readSessionClaim, toRequestActor } from '../../sessions/sessions.ts';
import { changeShare, createShare, readShareAddress, type SharesDeps } from './shares.ts';

const errors = { 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody, 429: errorBody };
const permission = 'company-access';
const sensitive = { permission, needsRecentSignIn: true } as const;

/** The share links of companies, for administrators. They are listed and revoked with the other accesses. */
export const sharesRoutes: FastifyPluginAsyncZod<SharesDeps> = async (app, deps) => {
  tagRoutes(app, 'Portal access');

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    apiPaths.shares(':companyId'),
    {
      config: sensitive,
      schema: {
        operationId: 'createShare',
        summary: 'Create a link that shows one view of a portal to everyone who has it',
        params: companyParams,
        headers: idempotencyHeaders,
        body: newShare,
        response: { 201: createdShare, ...errors, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      // Without the password: a claim is stored as a fast hash, which reveals a short text.
      const content = { ...request.body, companyId, password: request.body.password !== null };
      const claim = readSessionClaim(request, content);
      return reply
        .status(201)
        .send(await createShare(deps, companyId, request.body, { ...toSharer(request), claim }));
    },
  );

  app.patch(
    apiPaths.share(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'changeShare',
        summary: 'Change a share link; another password, or none, ends its open views',
        params: accessParams,
        body: shareChange,
        response: { 200: access, ...errors },
      },
    },
    (request) => changeShare(deps, { ...request.params, ...toSharer(request) }, request.body),
  );

  app.get(
    apiPaths.shareAddress(':companyId', ':accessId'),
    {
      config: sensitive,
      schema: {
        operationId: 'getShareAddress',
        summary: 'Get the address of a share link, to copy it again',
        params: accessParams,
        response: { 200: shareAddress, ...errors },
      },
    },
    async (request) => ({
      url: await readShareAddress(deps, request.params.companyId, request.params.accessId),
    }),
  );
};

function toSharer(request: FastifyRequest) {
  const by = toRequestActor(request);
  const owner = { address: toLimitKey(request.ip), network: by.address, account: `administrator ${by.id}` };
  return { by, owner };
}
