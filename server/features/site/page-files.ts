import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { legalTextPaths, type TypefaceFiles } from '../../../contract/site/site-settings.ts';
import type { TypefaceId } from '../../../contract/site/typefaces.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { type Encoding, pickEncoding } from '../../platform/http/compression/accepted-encoding.ts';
import { allowFrames, toPagePolicy } from '../../platform/http/security-headers.ts';
import { type Agency, type AgencyState, type SiteContent, toDraftState } from '../agency/agency.ts';
import { brandHtml } from './branded-html.ts';
import { hashInlineScripts, insertServerFacts, readMeta } from './page-html.ts';
import type { PageRenderer, RenderedSettings } from './page-renderer.ts';

const encoders = {
  br: (html: Buffer) =>
    promisify(brotliCompress)(html, {
      // Compressed once, during a request: the last two levels take ten times as long and save a fiftieth of the size.
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength },
    }),
  gzip: (html: Buffer) => promisify(gzip)(html, { level: 9 }),
} as const;
// Flushed after each part, so that the first one does not wait for the second.
const streamEncoders = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
} as const;

/** The file of all pages that are rendered in the browser. */
export const fallbackFile = '__spa-fallback.html';

interface PageFile {
  html: Buffer;
  digest: string;
  policy: string;
  encoded: Map<Encoding, Promise<Buffer>>;
}

export interface PageFilesOptions {
  folder: string;
  renderer: PageRenderer;
  agency: Pick<Agency, 'current' | 'onChange'>;
  onError: (error: unknown) => void;
  publicUrl: string;
  isSecure: boolean;
  retentionDays: number;
}

/** How long a page is sent as built after its rendering failed. */
const retryMs = 10_000;

/** The address that a file is the page of, for the renderer. Undefined for pages that another renderer makes. */
function toPagePath(file: string): string | undefined {
  // Every page that is rendered in the browser has this file, so any address of one will do.
  if (file === fallbackFile) return '/auth';
  return file.endsWith('index.html') ? `/${file.slice(0, -'index.html'.length)}` : undefined;
}

/**
 * The pages with PUBLIC_URL and the agency's settings in them: the built files, or rendered again if settings were changed. Each is
 * made and compressed once, on the first request after a change.
 */
export class PageFiles {
  readonly #options: PageFilesOptions;
  #files = new Map<string, Promise<PageFile>>();

  constructor(options: PageFilesOptions) {
    this.#options = options;
    options.agency.onChange(() => {
      this.#files = new Map();
    });
  }

  has(file: string): boolean {
    return existsSync(join(this.#options.folder, file));
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
    status = 200,
  ): Promise<FastifyReply> {
    const page = await this.#find(file);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    const etag = `"${page.digest}${encoding === undefined ? '' : `-${encoding}`}"`;
    reply.status(status).headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag,
    });
    if (status === 200 && matchesEtag(request.headers['if-none-match'], etag))
      return reply.status(304).send();
    if (encoding === undefined) return reply.send(page.html);
    return reply.header('content-encoding', encoding).send(await encode(page, encoding));
  }

  /**
   * Sends a file that pages of other hosts may show in a frame. Never stored: a browser that asks again whether a stored page
   * has changed keeps the headers of before, and with them the hosts.
   */
  async sendForFrames(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
    hosts: readonly string[],
  ): Promise<FastifyReply> {
    const page = await this.#find(file);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': allowFrames(page.policy, hosts, this.#options.isSecure),
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    });
    // Browsers that know both headers ignore this one; others have no list of hosts.
    if (hosts.length > 0) reply.removeHeader('x-frame-options');
    if (encoding === undefined) return reply.send(page.html);
    return reply.header('content-encoding', encoding).send(await encode(page, encoding));
  }

  /**
   * Sends a file part by part: each of its marks is replaced by what `additions` yields for it, and everything before a
   * mark is sent at once. For content of one user: it is not stored anywhere.
   */
  async sendInParts(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
    additions: readonly { mark: string; parts: AsyncIterable<string> }[],
  ): Promise<FastifyReply> {
    const page = await this.#find(file);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    });
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    if (request.method === 'HEAD') return reply.send();
    const parts = Readable.from(toParts(page.html.toString(), additions));
    if (encoding === undefined) return reply.send(parts);
    // The callback is for errors: a client that disconnects ends both streams.
    return reply.send(pipeline(parts, streamEncoders[encoding](), () => {}));
  }

  /** A page with settings that are not saved. */
  async renderDraft(path: string, settings: AgencySettings, db: Db): Promise<string> {
    const { publicUrl, retentionDays, renderer } = this.#options;
    const { site } = await toDraftState(db, settings);
    const html = await renderer.render(path === '/' ? path : `${path}/`, toRenderedSettings(site, path));
    if (html === undefined)
      throw new AppError(503, 'unavailable', 'The pages were built without their renderer.');
    return insertServerFacts(html, { publicUrl, retentionDays });
  }

  /** The title and description of a page, as its links on social networks show them. */
  async findTexts(path: string): Promise<{ title: string; description: string } | undefined> {
    const file = join(path, 'index.html').slice(1);
    if (!this.has(file)) return undefined;
    const { html } = await this.#find(file);
    const text = html.toString();
    return { title: readMeta(text, 'og:title'), description: readMeta(text, 'og:description') };
  }

  #find(file: string): Promise<PageFile> {
    const files = this.#files;
    const cached = files.get(file);
    if (cached) return cached;
    const page = this.#make(file);
    files.set(file, page);
    // The next request tries again.
    page.catch(() => files.delete(file));
    return page;
  }

  async #make(file: string): Promise<PageFile> {
    const { publicUrl, isSecure, retentionDays, agency } = this.#options;
    const html = await this.#toHtml(file, agency.current);
    const text = insertServerFacts(html, { publicUrl, retentionDays });
    return {
      html: Buffer.from(text),
      digest: createHash('sha256').update(text).digest('base64url').slice(0, 22),
      policy: toPagePolicy(hashInlineScripts(text), isSecure),
      encoded: new Map(),
    };
  }

  async #toHtml(file: string, { version, site }: AgencyState): Promise<string> {
    const { folder, renderer, onError } = this.#options;
    const path = toPagePath(file);
    const settings = toRenderedSettings(site, path);
    if (version !== 0 && path !== undefined) {
      try {
        const html = await renderer.render(path, settings);
        if (html !== undefined) return html;
      } catch (error) {
        // The built page, whose scripts show the settings.
        onError(error);
        this.#forgetLater(file);
      }
    }
    const built = readFileSync(join(folder, file), 'utf8');
    if (version === 0 && path !== undefined) return built;
    return brandHtml(built, settings, await this.#findTypefaceFiles(file, settings.typeface));
  }

  /** Undefined if they are not known: the page then has the usual typeface. */
  async #findTypefaceFiles(
    file: string,
    typeface: TypefaceId | undefined,
  ): Promise<TypefaceFiles | undefined> {
    const { renderer, onError } = this.#options;
    try {
      return typeface && (await renderer.findTypefaceFiles(typeface));
    } catch (error) {
      onError(error);
      this.#forgetLater(file);
      return undefined;
    }
  }

  /** A page without something that may be there later is not kept until the next change of settings. */
  #forgetLater(file: string): void {
    const files = this.#files;
    setTimeout(() => files.delete(file), retryMs).unref();
  }
}

/** The page of a legal text is the only one that contains it. */
function toRenderedSettings(
  { settings, themeCss, typeface, legalTexts }: SiteContent,
  path: string | undefined,
): RenderedSettings {
  const legalText = Object.values(legalTexts).find(({ name }) => path?.startsWith(legalTextPaths[name]));
  return {
    ...settings,
    ...(legalText ? { legalText } : {}),
    ...(themeCss === '' ? {} : { themeCss }),
    ...(typeface ? { typeface } : {}),
  };
}

async function* toParts(
  html: string,
  additions: readonly { mark: string; parts: AsyncIterable<string> }[],
): AsyncGenerator<Buffer> {
  let rest = html;
  for (const { mark, parts } of additions) {
    const at = rest.indexOf(mark);
    if (at === -1) continue;
    if (at > 0) yield Buffer.from(rest.slice(0, at));
    for await (const part of parts) if (part !== '') yield Buffer.from(part);
    rest = rest.slice(at + mark.length);
  }
  yield Buffer.from(rest);
}

function encode(page: PageFile, encoding: Encoding): Promise<Buffer> {
  const cached = page.encoded.get(encoding);
  if (cached) return cached;
  const encoded = encoders[encoding](page.html);
  page.encoded.set(encoding, encoded);
  return encoded;
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag);
}
