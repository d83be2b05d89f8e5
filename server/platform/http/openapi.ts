import { STATUS_CODES } from 'node:http';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { errorBody } from '../../../contract/errors.ts';
import { apiTags } from './api-tags.ts';

/** The access that a route requires, and the errors that a request gets otherwise. */
export interface RouteAccess {
  security: Record<string, string[]>[];
  errors: number[];
}

/** The properties of a route that decide on its access. */
export interface DescribedRoute {
  method: string | string[];
  /** The path as it is registered. */
  url: string;
  config?: FastifyContextConfig | undefined;
}

export interface ApiAccess {
  securitySchemes: Record<string, OpenAPIV3_1.SecuritySchemeObject>;
  /** Throws for a route that must not be described. */
  requireAccess: (route: DescribedRoute) => RouteAccess;
}

const description =
  'Errors of all operations have the same body. Switch on its code: the message is for people.';

/**
 * Describes the routes that are registered after it and have an `operationId`, from the schemas that validate their
 * requests and answers. Pages and files of the site have none.
 */
export async function registerOpenapi(
  app: FastifyInstance,
  publicUrl: string,
  { securitySchemes, requireAccess }: ApiAccess,
): Promise<void> {
  const transform: SwaggerTransform = (given) => {
    const { url, route } = given;
    // Undefined for routes without a schema, although its type does not allow it.
    const schema = given.schema ?? {};
    if (schema.operationId === undefined) return { schema: { hide: true }, url };
    const { security, errors } = requireAccess(route);
    const { apiTag } = route.config ?? {};
    const response = {
      ...Object.fromEntries(errors.map((status) => [status, errorBody])),
      default: errorBody,
      ...toRecord(schema.response),
    };
    const described = toJsonSchemas({ ...given, schema: { ...schema, response } }).schema;
    return {
      schema: {
        ...described,
        security,
        tags: apiTag === undefined ? [] : [apiTag],
        response: describeStatuses(toRecord(described.response)),
      },
      url,
    };
  };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      // The title is added to each answer.
      info: { title: '', version: '1', description },
      servers: [{ url: publicUrl }],
      tags: Object.entries(apiTags).map(([name, text]) => ({ name, description: text })),
      components: { securitySchemes },
    },
    transform,
    transformObject: (document) => withoutUnusedSchemas(addNamedSchemas(document)),
  });
}

export interface OpenapiDeps {
  /** The title of the document, which can change. */
  title: () => string;
}

/** `/openapi.json` */
export const openapiRoutes: FastifyPluginAsync<OpenapiDeps> = async (app, deps) => {
  // Written once for each title, because anyone may ask for it.
  let written: { title: string; text: string } | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    const title = deps.title();
    if (written?.title !== title) {
      const document = app.swagger();
      written = { title, text: JSON.stringify({ ...document, info: { ...document.info, title } }) };
    }
    return reply.type('application/json').send(written.text);
  });
};

type JsonConfig = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']>;

// Replaces an override of the library that loses the options of a union that are converted, such as the number of an
// amount.
const override: JsonConfig['override'] = ({ jsonSchema }) => {
  // The format contains the same.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
};

const toJsonSchemas = createJsonSchemaTransform({ zodToJsonConfig: { override } });
const addNamedSchemas = createJsonSchemaTransformObject({ zodToJsonConfig: { override } });

/** Describes each answer by the name of its status, unless it has a description. */
function describeStatuses(response: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(response).map(([status, given]) => {
      const schema = toRecord(given);
      // Read from a reference; the other key does not become a part of the schema.
      const key = '$ref' in schema ? 'description' : 'x-response-description';
      return [status, { [key]: schema.description ?? STATUS_CODES[status] ?? 'Any other error', ...schema }];
    }),
  );
}

/** Named schemas are listed for requests and for answers, even if they are used in only one of the two. */
function withoutUnusedSchemas(document: ReturnType<typeof addNamedSchemas>): typeof document {
  if (!('components' in document) || !document.components?.schemas) return document;
  const { schemas } = document.components;
  const text = JSON.stringify(document);
  const used = Object.entries(schemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  const pruned = {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(used) },
  } as typeof document;
  // A schema that only an unused schema used is unused itself.
  return used.length === Object.keys(schemas).length ? pruned : withoutUnusedSchemas(pruned);
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
