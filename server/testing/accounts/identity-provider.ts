import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import Provider from 'oidc-provider';
import { startedProviderSignIn } from '../../../contract/account/provider-sign-in.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { publicOrigin } from '../builders.ts';
import type { TestApp } from '../test-app.ts';
import { anIpAddress, mergeCookies, send, toCookieHeader } from './accounts.ts';

interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  [claim: string]: unknown;
}

export interface TestIdentityProvider {
  /** The settings of a server that uses it. */
  env: Record<string, string>;
  issuer: string;
  /** The person who signs in next. Undefined: the person refuses. */
  person: Person | undefined;
  /** Changes the document in which the provider describes itself. */
  changeDocument: ((document: Record<string, unknown>) => void) | undefined;
  close: () => Promise<void>;
}

const clientId = 'northlight';
const clientSecret = 'a secret that the client and the provider share';

/** A real OpenID Connect server on a free port of this machine, on which the chosen person is signed in at once. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const started: TestIdentityProvider = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example ID',
    },
    person: undefined,
    changeDocument: undefined,
    close: () => closeServer(server),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicOrigin}${apiPaths.providerCallback}`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'emailVerified', 'xms_edov'],
      profile: ['name'],
    },
    // As Google does: the claims are in the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the test provider'] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // Every person has agreed before.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      const { person } = started;
      if (person) people.set(person.sub, person);
      const result = person
        ? { login: { accountId: person.sub } }
        : { error: 'access_denied', error_description: 'the person refused' };
      void provider.interactionFinished(request, response, result);
      return;
    }
    if (request.url === '/.well-known/openid-configuration' && started.changeDocument) {
      void sendChanged(started.changeDocument, { issuer, respond: (text) => response.end(text) });
      return;
    }
    void handle(request, response);
  });
  return started;

  async function sendChanged(
    change: (document: Record<string, unknown>) => void,
    { issuer: own, respond }: { issuer: string; respond: (text: string) => void },
  ): Promise<void> {
    started.changeDocument = undefined;
    const document = (await (await fetch(`${own}/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >;
    started.changeDocument = change;
    change(document);
    respond(JSON.stringify(document));
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Follows the redirects of the provider, as a browser does, until one leads back to our callback. Returns its query. */
export async function followToCallback(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let hop = 0; hop < 10; hop += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered: ${(await answer.text()).slice(0, 500)}`);
    next = new URL(location, next);
    if (next.origin === publicOrigin) return next.search;
  }
  throw new Error('the provider redirected too often');
}

export interface StartedSignIn {
  url: string;
  /** The browser's cookies. */
  cookie: string;
}

/** Starts a sign-in in a browser that has these cookies. */
export async function startSignIn(
  t: TestApp,
  { cookie = '', returnTo }: { cookie?: string; returnTo?: string } = {},
): Promise<StartedSignIn> {
  const answer = await send(t, apiPaths.startProviderSignIn, returnTo === undefined ? {} : { returnTo }, {
    cookie,
  });
  if (answer.statusCode !== 200) throw new Error(`the start failed: ${answer.body}`);
  const merged = cookie === '' ? toCookieHeader(answer) : mergeCookies(cookie, answer);
  return { url: startedProviderSignIn.parse(answer.json()).url, cookie: merged };
}

/** Requests our callback as a browser that comes from the provider does. */
export function requestCallback(t: TestApp, search: string, cookie: string): Promise<LightMyRequestResponse> {
  return t.app.inject({
    url: `${apiPaths.providerCallback}${search}`,
    headers: cookie === '' ? {} : { cookie },
    remoteAddress: anIpAddress(),
  });
}

/** Signs in through the real redirects. Returns the answer of our callback and the browser's cookies after it. */
export async function signInWithProvider(
  t: TestApp,
  given: { cookie?: string; returnTo?: string } = {},
): Promise<{ answer: LightMyRequestResponse; location: string; cookie: string }> {
  const started = await startSignIn(t, given);
  const answer = await requestCallback(t, await followToCallback(started.url), started.cookie);
  return {
    answer,
    location: String(answer.headers.location),
    cookie: mergeCookies(started.cookie, answer),
  };
}
