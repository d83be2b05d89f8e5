import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const answer = z.object({ description: z.string().min(1), content: content.optional() });

/** The fields of an operation that the tests read. */
const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(10),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), answer),
  parameters: z.array(z.object({ name: z.string(), description: z.string().optional() })).optional(),
  requestBody: z.object({ content }).optional(),
});
export type ApiOperation = z.infer<typeof operation>;

const openapiDocument = z.object({
  openapi: z.string().startsWith('3.1'),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(10) })),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** `/openapi.json`, and its operations by method and path as the routes are registered: `GET /api/goals/:goalId`. */
export async function readOpenapi(app: FastifyInstance) {
  const text = (await app.inject('/openapi.json')).body;
  const document = openapiDocument.parse(JSON.parse(text));
  const operations = new Map<string, ApiOperation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const [method, each] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${url}`, each);
  }
  return { text, document, operations };
}
