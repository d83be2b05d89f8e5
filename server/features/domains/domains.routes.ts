import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  companyDomainParams,
  customDomain,
  customDomains,
  domainParams,
  newDomain,
} from '../../../contract/site/domains.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toRequestActor } from '../sessions/sessions.ts';
import { addDomain, checkDomain, type DomainsDeps, listDomains, removeDomain } from './domains.ts';

const errors = { 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody, 429: errorBody };
/** Each asks name servers of others. */
const checkLimit = { rateLimit: { max: 20, timeWindow: '1 minute' } };

/** The own address of a company's portal. */
export const companyDomainsRoutes: FastifyPluginAsyncZod<DomainsDeps> = async (app, deps) => {
  tagRoutes(app, 'Own addresses');
  const permission = 'company-settings';

  app.get(
    apiPaths.companyDomains(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'listCompanyDomains',
        summary: 'Get the own address of a company’s portal, and the record that proves it',
        params: companyParams,
        response: { 200: customDomains, ...errors },
      },
    },
    (request) => listDomains(deps, request.params.companyId),
  );

  app.post(
    apiPaths.companyDomains(':companyId'),
    {
      config: { permission, needsRecentSignIn: true },
      schema: {
        operationId: 'addCompanyDomain',
        summary: 'Add an own address for a company’s portal; it is used once its TXT record is found',
        params: companyParams,
        body: newDomain,
        response: { 201: customDomain, ...errors },
      },
    },
    async (request, reply) => {
      const given = { host: request.body.host, by: toRequestActor(request) };
      return reply.status(201).send(await addDomain(deps, request.params.companyId, given));
    },
  );

  app.post(
    apiPaths.checkCompanyDomain(':companyId', ':domainId'),
    {
      config: { permission, ...checkLimit },
      schema: {
        operationId: 'checkCompanyDomain',
        summary: 'Ask now for the TXT record of a company’s own address',
        params: companyDomainParams,
        response: { 200: customDomain, ...errors },
      },
    },
    (request) => {
      const { companyId, domainId: id } = request.params;
      return checkDomain(deps, { companyId, id }, toRequestActor(request));
    },
  );

  app.delete(
    apiPaths.companyDomain(':companyId', ':domainId'),
    {
      config: { permission, needsRecentSignIn: true },
      schema: {
        operationId: 'removeCompanyDomain',
        summary: 'Remove the own address of a company’s portal; its open portals end',
        params: companyDomainParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      const { companyId, domainId: id } = request.params;
      await removeDomain(deps, { companyId, id }, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};

/** The addresses of the agency's portals. */
export const agencyDomainsRoutes: FastifyPluginAsyncZod<DomainsDeps> = async (app, deps) => {
  tagRoutes(app, 'Own addresses');
  const permission = 'agency-settings';

  app.get(
    apiPaths.domains,
    {
      config: { permission },
      schema: {
        operationId: 'listDomains',
        summary: 'List the addresses of the agency’s portals, and the records that prove them',
        response: { 200: customDomains, ...errors },
      },
    },
    () => listDomains(deps, null),
  );

  app.post(
    apiPaths.domains,
    {
      config: { permission, needsRecentSignIn: true },
      schema: {
        operationId: 'addDomain',
        summary: 'Add an address for the agency’s portals; it is used once its TXT record is found',
        body: newDomain,
        response: { 201: customDomain, ...errors },
      },
    },
    async (request, reply) => {
      const given = { host: request.body.host, by: toRequestActor(request) };
      return reply.status(201).send(await addDomain(deps, null, given));
    },
  );

  app.post(
    apiPaths.checkDomain(':domainId'),
    {
      config: { permission, ...checkLimit },
      schema: {
        operationId: 'checkDomain',
        summary: 'Ask now for the TXT record of an address of the agency’s portals',
        params: domainParams,
        response: { 200: customDomain, ...errors },
      },
    },
    (request) => checkDomain(deps, { companyId: null, id: request.params.domainId }, toRequestActor(request)),
  );

  app.delete(
    apiPaths.domain(':domainId'),
    {
      config: { permission, needsRecentSignIn: true },
      schema: {
        operationId: 'removeDomain',
        summary: 'Remove an address of the agency’s portals; portals that are open there end',
        params: domainParams,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await removeDomain(deps, { companyId: null, id: request.params.domainId }, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
