// `request.cookies`, also where this file is compiled without the server.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, unknownActor } from '../../platform/audit.ts';
import { readSolution } from '../../platform/challenges/challenges.ts';
import { toLimitKey, toNetwork } from '../../platform/http/client-address.ts';
import { networkHeader } from './auth-library.ts';

/** The sender of a request: address, browser and cookies. */
export interface RequestContext {
  /** The key that limits of the sender's address are counted under. */
  limitKey: string;
  network: string;
  /** The headers the auth library gets. */
  headers: Headers;
  cookies: Record<string, string | undefined>;
  /** The value of the solution header, if the request has one. Not verified yet. */
  solution: string | undefined;
}

export function toRequestContext(request: FastifyRequest): RequestContext {
  const network = toNetwork(request.ip);
  const headers = new Headers({
    cookie: toCookieHeader(request.cookies),
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
    [networkHeader]: network,
  });
  return {
    limitKey: toLimitKey(request.ip),
    network,
    headers,
    cookies: request.cookies,
    solution: readSolution(request),
  };
}

/**
 * Rebuilds the Cookie header from the parsed cookies. If the auth library parsed the original header differently, it
 * could check a code for a different sign-in than the one whose attempts are counted.
 */
function toCookieHeader(cookies: Record<string, string | undefined>): string {
  return Object.entries(cookies)
    .filter(([name]) => /^[\w.-]+$/.test(name))
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('; ');
}

/** A sender who is not signed in, for the audit log. */
export function toAnonymousActor({ network }: RequestContext): Actor {
  return { id: null, name: unknownActor, address: network };
}

/** Copies the library's cookies to our response. */
export function setCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
}
