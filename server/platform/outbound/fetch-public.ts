import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { parseUrl } from '../../../contract/rules/network/parse-url.ts';
import { FetchError, toFetchError } from './fetch-error.ts';
import { checkTarget, sendTo, type Target, type TargetDeps, untilAborted } from './public-target.ts';

/** Bytes of an answer, before and after it is decompressed. */
const bodyMaxBytes = 2 * 1024 * 1024;
const redirectsMax = 5;
const usualTimeoutMs = 10_000;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export interface FetchPublicDeps extends TargetDeps {
  userAgent: string;
  /** How long a page with its redirects may take. */
  timeoutMs?: number;
}

export interface FetchedFile {
  /** The address that answered, after its redirects. */
  url: string;
  /** The hosts that redirected, in their order. */
  redirects: string[];
  status: number;
  /** Headers of one name are joined as HTTP joins them. */
  headers: Record<string, string>;
  body: string;
}

interface FetchOptions {
  /** Which media types are read. Of other answers, and of errors without one, the body is empty or the call fails. */
  types: RegExp;
  /** Ends the call, as when the server stops. */
  signal?: AbortSignal | undefined;
}

export type FetchPublic = (address: string, options: FetchOptions) => Promise<FetchedFile>;

/**
 * Fetches files of sites that strangers name, and reveals nothing that is not on the internet: each address, also that of
 * a redirect, is resolved once, all its results must be public, and the connection goes to one of exactly these. Throws
 * a `FetchError`.
 */
export function createFetchPublic(deps: FetchPublicDeps): FetchPublic {
  const { timeoutMs = usualTimeoutMs } = deps;
  return async (address, { types, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const redirects: string[] = [];
    let next = address;
    for (;;) {
      const current = next;
      try {
        const target = await untilAborted(checkTarget(deps, current), ends);
        const answer = await send(target, deps.userAgent, ends);
        const location = findLocation(answer);
        if (location === undefined) return await read(answer, { target, redirects, types, ends });
        answer.destroy();
        if (redirects.length >= redirectsMax) throw new FetchError('too-many-redirects', current);
        redirects.push(target.url.hostname);
        const url = parseUrl(location, target.url.href);
        if (!url) throw new FetchError('address-invalid', location.slice(0, 200));
        next = url.href;
      } catch (error) {
        throw ends.aborted ? new FetchError('too-slow', current, error) : toFetchError(error, current);
      }
    }
  };
}

function send(target: Target, userAgent: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
  return sendTo(target, { method: 'GET', headers, signal });
}

function findLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return redirectStatuses.has(statusCode) ? headers.location : undefined;
}

interface Reading {
  target: Target;
  redirects: string[];
  types: RegExp;
  ends: AbortSignal;
}

async function read(
  answer: IncomingMessage,
  { target, redirects, types, ends }: Reading,
): Promise<FetchedFile> {
  const { statusCode: status = 0 } = answer;
  const headers = Object.fromEntries(
    Object.entries(answer.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
  const url = target.url.href;
  const found = { url, redirects, status, headers };
  const isWanted = types.test(headers['content-type'] ?? '');
  if (!isWanted || status < 200 || status > 299) {
    answer.destroy();
    if (status >= 200 && status <= 299) throw new FetchError('wrong-type', url);
    return { ...found, body: '' };
  }
  return { ...found, body: await readBody(answer, url, ends) };
}

/** Reads until the limit, of what arrives and of what it becomes. */
async function readBody(answer: IncomingMessage, url: string, ends: AbortSignal): Promise<string> {
  const decompressor = createDecompressor(answer.headers['content-encoding'] ?? 'identity', url);
  let arrived = 0;
  answer.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > bodyMaxBytes) answer.destroy(new FetchError('too-large', url));
  });
  const source = decompressor ? answer.pipe(decompressor) : answer;
  const stop = () => source.destroy(new FetchError('too-slow', url));
  ends.addEventListener('abort', stop, { once: true });
  answer.on('error', (error) => source.destroy(error));
  // Without `end`, as when the server closed the connection too early.
  answer.on('close', () => {
    if (!answer.complete) source.destroy(new FetchError('no-connection', url));
  });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > bodyMaxBytes) throw new FetchError('too-large', url);
      chunks.push(chunk);
    }
    return decode(Buffer.concat(chunks), answer.headers['content-type'] ?? '');
  } finally {
    ends.removeEventListener('abort', stop);
    answer.destroy();
    decompressor?.destroy();
  }
}

function createDecompressor(encoding: string, url: string) {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchError('answer-invalid', url);
  }
}

/** In the named character set. What is looked for is ASCII in nearly all of them. */
function decode(bytes: Buffer, contentType: string): string {
  const [, name = 'utf-8'] = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
