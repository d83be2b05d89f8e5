import { setTimeout as wait } from 'node:timers/promises';
import { isAPIError } from 'better-auth/api';
import { requireNoTransaction } from '../../../db/transaction-guard.ts';
import type { AuthLibraryDeps } from '../auth-library.ts';
import { type Identity, toIdentity } from './identity.ts';
import { fetchProviderDocument } from './provider-document.ts';
import {
  createProviderLibrary,
  type ProviderLibrary,
  providerKey,
  RefusedIdentity,
} from './provider-library.ts';

export interface IdentityProviderConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the button of the sign-in page. */
  name: string;
}

/** The reason why a sign-in with the provider failed. */
export class ProviderError extends Error {
  readonly reason: 'unavailable' | 'expired' | 'refused';

  constructor(reason: ProviderError['reason'], options?: ErrorOptions) {
    super(`the sign-in with the identity provider failed: ${reason}`, options);
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

const connectMs = 8_000;
const exchangeMs = 10_000;
/** How long the document of the provider is used. Its keys are fetched again whenever a new one appears. */
const connectedMs = 3_600_000;

/** An OpenID Connect provider. Asked only during a sign-in, never when the server starts. */
export class IdentityProvider {
  readonly name: string;
  readonly #deps: AuthLibraryDeps & { config: IdentityProviderConfig };
  #connected: { library: ProviderLibrary; until: number } | undefined;
  #connecting: Promise<ProviderLibrary> | undefined;

  constructor(deps: AuthLibraryDeps & { config: IdentityProviderConfig }) {
    this.name = deps.config.name;
    this.#deps = deps;
  }

  /**
   * The address of the provider at which a person signs in, and the cookie that binds the sign-in to this browser.
   * @param returnTo The path of our page to which the sign-in leads.
   */
  async start(headers: Headers, returnTo: string): Promise<{ url: string; headers: Headers }> {
    const library = await this.#connect();
    const started = await library.api.signInSocial({
      body: { provider: providerKey, callbackURL: returnTo, disableRedirect: true },
      headers,
      returnHeaders: true,
    });
    if (!started.response.url) throw new ProviderError('unavailable');
    return { url: started.response.url, headers: started.headers };
  }

  /** The person who has signed in at the provider, whose callback has a code and the state of this browser. */
  async exchange(
    headers: Headers,
    { state, ...body }: { state: string; code: string; iss?: string | undefined },
  ): Promise<{ identity: Identity; returnTo: string; headers: Headers }> {
    const library = await this.#connect();
    const exchanging = library.api.exchangeCode({ query: { state }, body, headers, returnHeaders: true });
    const { response, headers: cookies } = await withDeadline(exchanging, exchangeMs).catch(
      (error: unknown) => this.#reject(error),
    );
    const identity = toIdentity(this.#deps.config.issuer, response.subject, response.profile);
    if (!identity) throw new ProviderError('refused');
    return { identity, returnTo: response.returnTo, headers: cookies };
  }

  async #connect(): Promise<ProviderLibrary> {
    requireNoTransaction('the identity provider');
    if (this.#connected && Date.now() < this.#connected.until) return this.#connected.library;
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return withDeadline(this.#connecting, connectMs).catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'the identity provider cannot be used');
      throw new ProviderError('unavailable', { cause: error });
    });
  }

  async #open(): Promise<ProviderLibrary> {
    const { config } = this.#deps;
    const document = await fetchProviderDocument(config.issuer);
    const library = createProviderLibrary({ ...this.#deps, ...config }, document);
    // The library fetches the document itself, which could be another one by then.
    const { socialProviders } = await library.$context;
    const provider = socialProviders.find(({ id }) => id === providerKey);
    if (provider?.issuer !== config.issuer) throw new Error('the identity provider has another issuer');
    this.#connected = { library, until: Date.now() + connectedMs };
    return library;
  }

  #reject(error: unknown): never {
    // The library answers a wrong state with a redirect to a page of errors that we do not have.
    if (isAPIError(error) && error.statusCode < 400) throw new ProviderError('expired', { cause: error });
    const isDown = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
    const reason = isDown ? 'unavailable' : 'refused';
    // The provider's own words may contain the code.
    const detail = error instanceof RefusedIdentity ? error.message : toErrorCode(error);
    this.#deps.logger.warn({ reason, detail }, 'a sign-in with the identity provider failed');
    throw new ProviderError(reason, { cause: error });
  }
}

/** The error code of OAuth in what the library throws, such as `invalid_client`. */
function toErrorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined;
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : 'unknown';
}

/** Rejects when the work takes too long. The work itself ends with its connection. */
async function withDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw Object.assign(new Error('the identity provider did not answer in time'), { name: 'TimeoutError' });
  });
  // Aborted once the work is done.
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
