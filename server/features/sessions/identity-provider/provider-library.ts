import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { parseState } from 'better-auth/oauth2';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { z } from 'zod';
import { apiPaths } from '../../../../contract/paths.ts';
import { type AuthLibraryDeps, toLibraryOptions } from '../auth-library.ts';
import { openCallContexts } from '../call-contexts.ts';
import { type ProviderDocument, toDocumentUrl } from './provider-document.ts';

/** The library's name of the provider. Not stored. */
export const providerKey = 'oidc';

interface ProviderLibraryDeps extends AuthLibraryDeps {
  clientId: string;
  clientSecret: string;
}

const toRedirectUri = (publicUrl: string) => `${publicUrl}${apiPaths.providerCallback}`;

/** Thrown by `exchangeCode` for answers of the provider that must not start a session. */
export class RefusedIdentity extends Error {}

const callback = z.object({ code: z.string(), iss: z.string().optional() });

/**
 * The library's callback route in parts: this one talks with the provider and finds out who it is. It only changes
 * the state, so that no transaction is open while the provider is waited for.
 */
const toExchangeEndpoints = (redirectURI: string) =>
  ({
    id: 'northlight-identity-provider',
    endpoints: {
      exchangeCode: createAuthEndpoint.serverOnly(
        { method: 'POST', query: z.object({ state: z.string() }), body: callback },
        async (ctx) => {
          const { codeVerifier, callbackURL, idTokenNonce } = await parseState(ctx);
          const { code, iss } = ctx.body;
          const provider = (await ctx.context.socialProviders).find(({ id }) => id === providerKey);
          if (!provider) throw new Error('the identity provider is not set up');
          if (iss !== undefined && iss !== provider.issuer) throw new RefusedIdentity('another issuer');
          if (idTokenNonce === undefined) throw new RefusedIdentity('no nonce');
          const tokens = await provider.validateAuthorizationCode({ code, codeVerifier, redirectURI });
          // Without it, the library would believe a profile that is not bound to this sign-in.
          if (!tokens?.idToken) throw new RefusedIdentity('no ID token');
          const found = await provider.getUserInfo({ ...tokens, expectedIdTokenNonce: idTokenNonce });
          if (!found?.user) throw new RefusedIdentity('an invalid ID token');
          const profile: unknown = found.data;
          const subject = await provider.accountSubject({ tokens, profile: found.data });
          return { subject: String(subject), profile, returnTo: callbackURL };
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/**
 * An instance of the library that knows the identity provider. Separate from the one of sessions: it asks the provider
 * for its document when it is created, and nothing else waits for that.
 */
export function createProviderLibrary(deps: ProviderLibraryDeps, document: ProviderDocument) {
  const redirectURI = toRedirectUri(deps.publicUrl);
  const isBasic = document.token_endpoint_auth_methods_supported.includes('client_secret_basic');
  return betterAuth({
    ...toLibraryOptions(deps, openCallContexts(deps.db).joining),
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: providerKey,
            discoveryUrl: toDocumentUrl(document.issuer),
            requireIdTokenVerification: true,
            clientId: deps.clientId,
            clientSecret: deps.clientSecret,
            authentication: isBasic ? 'basic' : 'post',
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            redirectURI,
          },
        ],
      }),
      toExchangeEndpoints(redirectURI),
    ],
  });
}

export type ProviderLibrary = ReturnType<typeof createProviderLibrary>;
