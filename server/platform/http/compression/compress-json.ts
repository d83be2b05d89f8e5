import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type Encoding, pickEncoding } from './accepted-encoding.ts';

/** Less fits one packet anyway. */
const compressedFromBytes = 1_024;

/** Levels of a fifth of a millisecond for a list: the next ones need several times as long for a few percent. */
const encoders: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (text) => promisify(gzip)(text, { level: 5 }),
};

/**
 * Compresses the JSON answers of a scope for clients that accept it. Not for answers with secrets: where a text of the
 * client is in the same answer, their size reveals a secret bit by bit (BREACH).
 */
export function compressJson(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    if (!String(reply.getHeader('content-type') ?? '').startsWith('application/json')) return payload;
    reply.header('vary', 'accept-encoding');
    if (payload.length < compressedFromBytes) return payload;
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return payload;
    const compressed = await encoders[encoding](payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressed;
  });
}
