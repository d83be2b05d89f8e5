import type { FastifyInstance, FastifyReply } from 'fastify';
import { codeCookieName, sessionCookieName, sessionDays } from './auth-library.ts';
import { browserCookieName, knownDays } from './known-browser.ts';
import { codeSeconds } from './session-endpoints.ts';

interface RenamedCookie {
  former: string;
  current: string;
  seconds: number;
}

/** The cookies that had other names before 0.7.0. Device cookies of that time last for 180 days. */
function listRenamedCookies(publicUrl: string): RenamedCookie[] {
  const prefix = publicUrl.startsWith('https:') ? '__Host-northlight' : 'northlight';
  return [
    {
      former: `${prefix}.session_token`,
      current: sessionCookieName(publicUrl),
      seconds: sessionDays * 86_400,
    },
    { former: `${prefix}.two_factor`, current: codeCookieName(publicUrl), seconds: codeSeconds },
    { former: `${prefix}-device`, current: browserCookieName(publicUrl), seconds: knownDays * 86_400 },
  ];
}

/**
 * Renames cookies that have a former name, in the request and in the browser, so that everyone stays signed
 * in. A cookie that has the current name counts alone. Routes may set the same cookies: what they set comes later in the
 * answer, so it wins.
 */
export function renameFormerCookies(app: FastifyInstance, publicUrl: string): void {
  const renamed = listRenamedCookies(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    // These routes read no cookies, and their answers may be kept by caches that many share.
    if (request.is404 || request.routeOptions.config.anyHost) return done();
    for (const { former, current, seconds } of renamed) {
      const { [former]: value, ...others } = request.cookies;
      if (value === undefined) continue;
      request.cookies = others;
      reply.header('cache-control', 'no-store');
      if (others[current] === undefined) {
        request.cookies = { ...others, [current]: value };
        setCookie(reply, publicUrl, { name: current, value, seconds });
      }
      setCookie(reply, publicUrl, { name: former, value: '', seconds: 0 });
    }
    done();
  });
}

function setCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${encodeURIComponent(value.toWellFormed())}; ${attributes}${secure}`);
}
