import type { FastifyInstance, RouteOptions } from 'fastify';
import { shareSessionHours } from '../contract/company/shares.ts';
import { sharePrefix } from './features/access/shares/share-session.ts';
import { isSharedQuestion } from './features/access/shares/shared-questions.ts';
import { viewerCookieName } from './features/access/viewer-cookie.ts';
import type { ApiAccess, RouteAccess } from './platform/http/openapi.ts';

/** The access rule of a route. The scopes in `app.ts` set it, and the door tests read it from the route table. */
export type Door = 'open' | 'viewer' | 'signed-in' | 'admin' | 'token' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
    /**
     * Answers requests for any host name: the route is public, or protected by something other than cookies and
     * Origin.
     */
    anyHost?: true;
  }
}

/** Sets the door of every route of a scope. */
export function markDoor(scope: FastifyInstance, door: Door): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, door };
  });
}

export function markAnyHost(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, anyHost: true };
  });
}

/** Marks the routes that portals need under their own addresses. */
export function markPortalHosts(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, underPortalHosts: true };
  });
}

/** The documented access of each door. Routes for operators are not documented: to others they look like unknown paths. */
const accessByDoor: Partial<Record<Door, RouteAccess>> = {
  open: { security: [], errors: [] },
  // Administrators see every portal. Without access a company looks like one that does not exist.
  // With access, a viewer may lack the right that a route needs.
  viewer: { security: [{ viewer: [] }, { session: [] }], errors: [403, 404] },
  'signed-in': { security: [{ session: [] }], errors: [401] },
  admin: { security: [{ session: [] }], errors: [401, 403] },
  token: { security: [{ apiKey: [] }], errors: [401, 403, 429] },
};

const fromOurPages = 'Requests that change something also need the Origin of this server.';

/** The descriptions of the doors in `/openapi.json`. */
export function describeDoors(cookies: { session: string; isSecure: boolean }): ApiAccess {
  return {
    requireAccess: ({ method, url, config }) => {
      const access = config?.door && accessByDoor[config.door];
      if (!access) throw new Error(`a route behind the door "${config?.door}" must not be described`);
      const { door, tokenRights, portal } = config;
      if (door === 'token') return { ...access, security: [{ apiKey: [...(tokenRights ?? [])] }] };
      if (door !== 'viewer' || method !== 'GET') return access;
      const withShareLink = isSharedQuestion(url) ? [{ sharedView: [] }] : [];
      const withToken = { apiKey: [...(portal?.rights ?? [])] };
      return {
        security: [...access.security, ...withShareLink, withToken],
        errors: [401, ...access.errors, 429],
      };
    },
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A token of a program, with the rights that are named with each operation. Administrators create it for one company, several or all.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookies.session,
        description: `The session of a signed-in account. ${fromOurPages}`,
      },
      sharedView: {
        type: 'http',
        scheme: 'bearer',
        description: `The session of a share link, which openSharedView returns. It begins with ${sharePrefix}, ends after ${shareSessionHours} hours and answers questions about the shared view alone.`,
      },
      viewer: {
        type: 'apiKey',
        in: 'cookie',
        name: viewerCookieName('{companyId}', cookies.isSecure),
        description: `A portal viewer of the company in the name of the cookie. ${fromOurPages}`,
      },
    },
  };
}
