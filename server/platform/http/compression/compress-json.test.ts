import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressJson } from './compress-json.ts';

const rows = Array.from({ length: 200 }, (_, row) => ({ page: `/catalogue/item-${row}`, visitors: row }));

async function ask(path: string, acceptEncoding?: string) {
  const app = fastify();
  compressJson(app);
  app.get('/long', () => rows);
  app.get('/short', () => ({ visitors: 1 }));
  app.get('/csv', (_request, reply) => reply.type('text/csv').send('a,b\r\n'.repeat(1_000)));
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const answer = await app.inject({ url: path, headers });
  await app.close();
  return answer;
}

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
] as const)('a long answer is sent as %s to a client that accepts %s', async (encoding, accepted, decode) => {
  const answer = await ask('/long', accepted);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.byteLength));
  expect(answer.headers.vary).toBe('accept-encoding');
  expect(JSON.parse(decode(answer.rawPayload).toString())).toEqual(rows);
  expect(answer.rawPayload.byteLength).toBeLessThan(JSON.stringify(rows).length / 4);
});

test.each([
  ['the client accepts nothing', '/long', undefined],
  ['the client accepts only encodings that we do not have', '/long', 'zstd'],
  ['it is short', '/short', 'br'],
  ['it is not JSON', '/csv', 'br'],
])('an answer is sent as it is when %s', async (_why, path, accepted) => {
  const answer = await ask(path, accepted);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.statusCode).toBe(200);
});

test('errors of a scope stay readable', async () => {
  const app = fastify();
  compressJson(app);
  app.get('/', () => {
    throw new Error('no');
  });
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  expect(answer.json()).toMatchObject({ message: 'no' });
  await app.close();
});
