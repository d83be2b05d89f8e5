import type { ProviderOutcome } from '../../../../contract/account/provider-sign-in.ts';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError, unavailable } from '../../../platform/errors.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import { consumeAttempt, countAttempt } from '../../../platform/limits/attempts.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { Identity } from '../../sessions/identity-provider/identity.ts';
import { type IdentityProvider, ProviderError } from '../../sessions/identity-provider/identity-provider.ts';
import { findKnownBrowser } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findSession } from '../../sessions/sessions.ts';
import { endReplacedSession, startSession } from '../../sessions/start-session.ts';
import type { Accounts } from '../accounts.ts';
import { consumeAddressAttempt } from '../sign-in/sign-in-attempts.ts';
import { deletePendingSignUpsOf } from '../sign-up/pending-sign-ups.queries.ts';
import { findLinkedUser, findUserWithAddress, type IdentifiedUser } from './identities.queries.ts';
import { identityLinkedMail } from './identity-linked-mail.ts';

export interface ProviderSignInDeps {
  accounts: Accounts;
  identityProvider: IdentityProvider;
  /** Whether an address without an account gets one. */
  isSignUpOpen: boolean;
}

/** Parameters of the callback: any text. */
export interface ProviderCallback {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

/** Where the browser goes: a page, or the sign-in page with the reason why there is no session. */
type SignInResult = { headers: Headers } & (
  | { is: 'signed-in'; returnTo: string }
  | { is: 'not-signed-in'; outcome: ProviderOutcome }
);

class Rejection extends Error {
  readonly outcome: ProviderOutcome;

  constructor(outcome: ProviderOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** The provider's page at which to sign in, and the cookies to set. */
export async function startProviderSignIn(
  { accounts, identityProvider }: ProviderSignInDeps,
  context: RequestContext,
  returnTo = '/admin',
): Promise<{ url: string; headers: Headers }> {
  const limit = { key: `provider-start/${context.limitKey}`, max: 20, windowSeconds: 60 };
  await consumeAttempt(accounts.db, limit);
  try {
    return await translateAuthErrors(accounts, () => identityProvider.start(context.headers, returnTo));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = `${identityProvider.name} cannot be reached at the moment. Try again later, or sign in with your password.`;
    throw new AppError(503, 'unavailable', message, { cause: error, headers: { 'retry-after': '30' } });
  }
}

/** Signs in the person with whom the provider sent the browser back. Throws no error that the provider can cause. */
export async function finishProviderSignIn(
  deps: ProviderSignInDeps,
  context: RequestContext,
  { code, state, error, iss }: ProviderCallback,
): Promise<SignInResult> {
  const { accounts, identityProvider } = deps;
  const reject = (outcome: ProviderOutcome): SignInResult => ({
    is: 'not-signed-in',
    outcome,
    headers: new Headers(),
  });
  try {
    await consumeAddressAttempt(accounts, context);
    if (error !== undefined) return reject(error === 'access_denied' ? 'canceled' : 'refused');
    if (code === undefined || state === undefined) return reject('expired');
    await requireUnusedState(accounts, state);
    const found = await identityProvider.exchange(context.headers, { code, state, iss });
    return await signInIdentity(deps, context, found);
  } catch (failure) {
    if (failure instanceof Rejection) return reject(failure.outcome);
    if (failure instanceof ProviderError) return reject(failure.reason);
    if (failure instanceof AppError) return reject(failure.status === 429 ? 'busy' : 'unavailable');
    throw failure;
  }
}

/** Refuses the second of two callbacks with the same state. */
async function requireUnusedState({ appSecret, db }: Accounts, state: string): Promise<void> {
  const key = `provider-state/${toAttemptName(appSecret, state)}`;
  if ((await countAttempt(db, { key, max: 1, windowSeconds: 900 })) > 0) throw new Rejection('expired');
}

async function signInIdentity(
  deps: ProviderSignInDeps,
  context: RequestContext,
  { identity, returnTo, headers: cookies }: { identity: Identity; returnTo: string; headers: Headers },
): Promise<SignInResult> {
  const { accounts } = deps;
  const { auth, db } = accounts;
  const { email } = identity;
  // Also for a linked account: an address that another person may have entered proves nothing.
  if (!identity.isEmailVerified) throw new Rejection('unverified');
  if (email === undefined) throw new Rejection('unsuitable');
  const { session: replaced } = await findSession(accounts, context);
  const linkedBefore = await findLinkedUser(db, identity);
  const address = linkedBefore?.email ?? email;
  const isKnownBrowser = (await findKnownBrowser(accounts, context, address)) !== undefined;
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email: address });
      const linked = await findLinkedUser(tx, identity);
      // Linked, or given another address, while this request waited: then the lock is not that of the account.
      if ((linked?.email ?? email) !== address) throw unavailable();
      const known = linked ?? (await findUserWithAddress(tx, email));
      if (!known && !deps.isSignUpOpen) throw new Rejection('closed');
      // An account whose address was never confirmed may have been prepared by a stranger.
      if (known && !known.isConfirmed) throw new Rejection('unconfirmed');
      await endReplacedSession(tx, context, replaced);
      const person = { known, isLinked: linked !== undefined, identity: { ...identity, email } };
      const started = known?.hasTwoFactor
        ? await askForCode(accounts, context, known)
        : await startIdentitySession(deps, tx, context, { ...person, isKnownBrowser });
      for (const cookie of cookies.getSetCookie()) started.headers.append('set-cookie', cookie);
      return started.is === 'signed-in' ? { ...started, returnTo } : started;
    }),
  );
}

/**
 * With two-factor on, the provider replaces only the password. The account is not linked before the code is
 * entered: its address finds it again.
 */
async function askForCode({ auth }: Accounts, { headers }: RequestContext, { id }: IdentifiedUser) {
  const asked = await auth.api.askForCode({ body: { userId: id }, headers, returnHeaders: true });
  return { is: 'not-signed-in', outcome: 'code', headers: asked.headers } as const;
}

interface Person {
  known: IdentifiedUser | undefined;
  isLinked: boolean;
  identity: Identity & { email: string };
  isKnownBrowser: boolean;
}

async function startIdentitySession(
  { accounts, identityProvider }: ProviderSignInDeps,
  tx: Tx,
  context: RequestContext,
  { known, isLinked, identity, isKnownBrowser }: Person,
) {
  const { auth, mailer } = accounts;
  const { providerId, accountId, name } = identity;
  const email = known?.email ?? identity.email;
  const { response, headers } = await auth.api.signInWithIdentity({
    body: { providerId, accountId, name, email },
    headers: context.headers,
    returnHeaders: true,
  });
  const { userId } = response;
  const actor = { id: userId, name: email, address: context.network };
  if (!known) {
    // As when a sign-up is confirmed: the others for the address can create no account any more.
    await deletePendingSignUpsOf(tx, email);
    await recordAudit(tx, actor, { action: 'account.confirmed', object: email, objectId: userId });
  } else if (!isLinked) {
    await recordAudit(tx, actor, { action: 'account.linked', object: email, objectId: userId });
    await mailer.queue(tx, identityLinkedMail(email, accounts, identityProvider.name));
  }
  // No mail about a new browser of a new account.
  const isExpected = isKnownBrowser || !known;
  await startSession(accounts, tx, context, {
    user: { id: userId, email },
    headers,
    isKnownBrowser: isExpected,
  });
  return { is: 'signed-in', headers } as const;
}
