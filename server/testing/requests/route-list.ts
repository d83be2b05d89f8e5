import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { PermissionName } from '../../../contract/account/roles.ts';
import type { Door } from '../../doors.ts';

export interface Route {
  method: HTTPMethods;
  /** The URL as registered, with parameter names. */
  url: string;
  door: Door | undefined;
  needsSpace: boolean;
  permission: PermissionName | undefined;
}

const started = z.object({ fastify: z.custom<FastifyInstance>() });

/** Builds a server and lists all its routes. */
export async function listRoutes<Built>(
  build: () => Promise<Built>,
): Promise<{ built: Built; routes: Route[] }> {
  const routes: Route[] = [];
  const collect = (message: unknown) => {
    const { fastify } = started.parse(message);
    fastify.addHook('onRoute', (route: RouteOptions) => {
      // The scopes set the door in their own onRoute hooks, which run after this one.
      queueMicrotask(() => {
        for (const method of [route.method].flat()) {
          const { door, needsSpace = false, permission } = route.config ?? {};
          routes.push({ method, url: route.url, door, needsSpace, permission });
        }
      });
    });
  };
  subscribe('fastify.initialization', collect);
  try {
    return { built: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', collect);
  }
}
