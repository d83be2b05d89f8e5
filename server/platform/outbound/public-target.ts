import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { parseUrl } from '../../../contract/rules/network/parse-url.ts';
import { type AllowedTarget, isAllowedTarget } from './allowed-targets.ts';
import { FetchError } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

const addressesMax = 16;
const publicPorts = new Set([80, 443]);

export interface TargetDeps {
  /** Hosts that requests may go to although they are not public. */
  allowed: readonly AllowedTarget[];
  /** Default: that of the system. */
  resolve?: (name: string) => Promise<string[]>;
}

/** Where a request goes, after it was checked. */
export interface Target {
  url: URL;
  /** The checked addresses, of which the connection uses one. */
  addresses: string[];
}

/**
 * Checks an address as far as its text allows. Throws a `FetchError`.
 * @returns Whether its host is one of the exceptions.
 */
export function checkAddress(allowed: readonly AllowedTarget[], address: string) {
  const url = parseUrl(address);
  if (!url) throw new FetchError('address-invalid', address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('scheme-not-allowed', address);
  if (url.username !== '' || url.password !== '')
    throw new FetchError('credentials-in-address', `${url.protocol}//${url.host}`);
  url.hash = '';
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const isAllowed = isAllowedTarget(allowed, url, port);
  if (!isAllowed && !publicPorts.has(port)) throw new FetchError('port-not-allowed', address);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const given = isIP(literal) === 0 ? undefined : [literal];
  if (!isAllowed && given && !given.every(isPublicAddress)) throw new FetchError('not-public', address);
  return { url, isAllowed, given };
}

/** Resolves the address once; all its results must be public, unless its host is an exception. Throws a `FetchError`. */
export async function checkTarget(
  { allowed, resolve = resolveName }: TargetDeps,
  address: string,
): Promise<Target & { isAllowed: boolean }> {
  const { url, isAllowed, given } = checkAddress(allowed, address);
  const addresses = given ?? (await resolveOnce(resolve, url));
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new FetchError('not-public', address);
  return { url, addresses, isAllowed };
}

async function resolveOnce(resolve: (name: string) => Promise<string[]>, url: URL): Promise<string[]> {
  const addresses = await resolve(url.hostname).catch((error: unknown) => {
    throw new FetchError('name-unknown', url.href, error);
  });
  if (addresses.length === 0) throw new FetchError('name-unknown', url.href);
  return addresses;
}

const resolveName = async (name: string) =>
  (await systemLookup(name, { all: true })).map(({ address }) => address);

interface PublicRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Sends a request to one of the checked addresses. Resolves when the head of the answer has arrived. */
export function sendTo(
  { url, addresses }: Target,
  { method, headers, body, signal }: PublicRequest,
): Promise<IncomingMessage> {
  const known = addresses.slice(0, addressesMax).map((address) => ({ address, family: isIP(address) }));
  const [first] = known;
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, {
      method,
      signal,
      // A connection for this request alone, so that none is used that was opened to another address.
      agent: false,
      // The name is not resolved again: a second answer could be another one.
      lookup: (_name, options, done) => {
        if (options.all) done(null, known);
        else done(null, first?.address ?? '', first?.family);
      },
      headers: { ...headers, connection: 'close' },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/** The result, unless the signal aborts first: a lookup of the system cannot be ended. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
