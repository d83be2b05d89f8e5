import {
  type ProviderOutcome,
  providerOutcomeParameter,
  providerOutcomes,
} from '../../../contract/account/provider-sign-in.ts';

/** Reads the result of a sign-in with the identity provider from the address of the page. */
export function readProviderOutcome(search: URLSearchParams): ProviderOutcome | undefined {
  const given = search.get(providerOutcomeParameter);
  return providerOutcomes.find((outcome) => outcome === given);
}

const problems: Record<Exclude<ProviderOutcome, 'code'>, (name: string) => string> = {
  canceled: (name) => `You canceled the sign-in at ${name}. Nothing was changed.`,
  expired: () => 'This sign-in has expired, or was started in another browser. Please try again.',
  unavailable: (name) =>
    `${name} could not be reached. Please try again in a moment, or sign in with your password.`,
  refused: (name) =>
    `${name} did not confirm who you are. Please try again. If it happens again, tell the people who run this site.`,
  unverified: (name) =>
    `${name} has not confirmed that your email address belongs to you. Confirm it there first, or sign in with your password.`,
  unsuitable: (name) => `Your account at ${name} has no email address that an account here can have.`,
  unconfirmed: () =>
    'The account with your email address is not confirmed. Choose a new password by mail, which confirms it, then try again.',
  closed: () => 'There is no account with your email address. Ask an administrator to invite you.',
  busy: () => 'There were too many attempts to sign in. Please wait a minute and try again.',
};

/** Why the sign-in with the identity provider did not end in a session. */
export function ProviderProblem({ outcome, name }: { outcome: ProviderOutcome; name: string | null }) {
  if (outcome === 'code') return null;
  return (
    <p role="alert" className="mt-6 rounded-control bg-warn-wash px-5 py-4 text-warn">
      {problems[outcome](name ?? 'The provider')}
    </p>
  );
}
