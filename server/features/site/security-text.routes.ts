import { domainToASCII } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { CurrentAgency } from '../agency/agency.ts';

export interface SecurityTextDeps {
  agency: CurrentAgency;
  publicUrl: string;
}

const securityTextPath = '/.well-known/security.txt';
/** Less than the year that RFC 9116 recommends at most. */
const validDays = 180;
const dayMs = 86_400_000;

/** Whom to tell about a vulnerability (RFC 9116). */
export const securityTextRoutes: FastifyPluginAsync<SecurityTextDeps> = async (app, deps) => {
  app.get(securityTextPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        toSecurityText({
          email: deps.agency.current.brand.email,
          publicUrl: deps.publicUrl,
          now: new Date(),
        }),
      ),
  );
};

export function toSecurityText(given: { email: string; publicUrl: string; now: Date }): string {
  const { email, publicUrl, now } = given;
  // The same all day, so that caches and monitors see no change.
  const expires = new Date((Math.floor(now.getTime() / dayMs) + validDays) * dayMs);
  return [
    `Contact: mailto:${toMailtoAddress(email)}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${securityTextPath}`,
    '',
  ].join('\n');
}

/** Encodes what would end the address or add fields to the mail (RFC 6068). */
function toMailtoAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${encodeURIComponent(email.slice(0, at))}@${domainToASCII(email.slice(at + 1))}`;
}
