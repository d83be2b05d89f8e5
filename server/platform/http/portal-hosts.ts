/** A host name of portals besides those of PUBLIC_URL and ALLOWED_HOSTS. */
export interface PortalHost {
  host: string;
  /** The company whose portal the host shows; null for the portals of all companies. */
  companyId: string | null;
}

/** The host names of portals, in memory: every request asks. */
export interface PortalHosts {
  find: (host: string) => PortalHost | undefined;
}

/** The origins of portals, for links to them. */
export interface PortalOrigins {
  /** The origin of a company's own address, else that of the agency's portals, else PUBLIC_URL. No trailing slash. */
  toPortalOrigin: (companyId: string) => string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the request was sent to a host name of portals. */
    portalHost: PortalHost | null;
  }
  interface FastifyContextConfig {
    /** Answers under the host names of portals, too. Routes of a company answer for the company of the host alone. */
    underPortalHosts?: true;
  }
}

/** Whether the request may be about this company: under an own address of a company, it is about that one alone. */
export function mayBeAbout({ portalHost }: { portalHost: PortalHost | null }, companyId: string): boolean {
  return portalHost === null || portalHost.companyId === null || portalHost.companyId === companyId;
}

/** The company that a request is limited to by its host; undefined if it is not. */
export function toHostCompany({ portalHost }: { portalHost: PortalHost | null }): string | undefined {
  return portalHost?.companyId ?? undefined;
}

/** The origin of a host name of portals: with the scheme and the port of PUBLIC_URL. */
export function toHostOrigin(publicUrl: string, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}
