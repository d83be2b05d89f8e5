import type { FastifyReply, FastifyRequest } from 'fastify';
import { listedPaths, type Page } from '../../../contract/public/pages.ts';
import type { AllowedHosts } from '../../platform/http/allowed-hosts.ts';
import { sendUnknownHost } from './unknown-host-page.ts';

/** The pages that belong to portals, besides the portals themselves and shared views. */
const portalPages = /^\/(?:company-access|tracking-script|help\/metrics)(?:\/|$)/;

interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  hosts: AllowedHosts;
  agencyName: string;
}

/**
 * The answer to a request for a page under an own address of portals, unless the page belongs to them: the home page is that
 * of the portal, public pages are under PUBLIC_URL, and all others do not exist there. Undefined where the page itself is the
 * answer.
 */
export function answerUnderPortalHost(
  page: Page,
  { request, reply, hosts, agencyName }: PageRequest,
): FastifyReply | undefined {
  const { portalHost } = request;
  if (portalHost === null) return undefined;
  if (page.path === '/') {
    const { companyId } = portalHost;
    // Whether the cookie still opens the portal is for its page to find out.
    const hasEntered = Object.keys(request.cookies).some((name) => name.endsWith(`viewer-${companyId}`));
    reply.header('cache-control', 'no-store');
    return reply.redirect(hasEntered ? `/company-portal/${companyId}` : '/company-access', 302);
  }
  if (page.render === 'portal' || page.render === 'shared' || portalPages.test(page.path)) return undefined;
  if (!listedPaths.includes(page.path)) {
    return sendUnknownHost(request, reply, { publicUrl: hosts.publicUrl, agencyName });
  }
  // Not the address of the request: its line may name another host.
  const [, query] = request.url.split('?', 2);
  reply.header('cache-control', 'no-store');
  return reply.redirect(`${hosts.publicUrl}${page.path}${query === undefined ? '' : `?${query}`}`, 308);
}
