import { domainLimits } from '../../../contract/site/domains.ts';
import type { Db } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { DomainChecks } from './domain-checks.ts';
import { deleteUnproved, listClaimsDue } from './domains.queries.ts';

interface RecheckDeps {
  db: Db;
  checks: DomainChecks;
  onFailure: (error: unknown, host: string) => void;
}

/**
 * An address in use is checked every hour. One whose record is missing, or not there yet, is checked each time: for a week
 * after it was stopped, then every hour, so that abandoned addresses do not become most of a run.
 */
const cron = '*/10 * * * *';
const checkedAgainMs = 55 * 60_000;
const weekMs = domainLimits.waitingDays * 86_400_000;
/** Claims in one run; the rest is first in the next. */
const claimsMax = 1_000;
const atOnce = 10;
/** Shorter than the time after which the job counts as failed. */
const runMs = 200_000;

export async function scheduleDomainChecks(jobs: Pick<Jobs, 'schedule'>, deps: RecheckDeps): Promise<void> {
  await jobs.schedule('check-portal-domains', cron, () => recheckDomains(deps, new Date()));
}

/** Asks for the records of all claims that are due, and removes those that were never proved. */
export async function recheckDomains({ db, checks, onFailure }: RecheckDeps, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - weekMs);
  await deleteUnproved(db, weekAgo);
  const checkedBefore = new Date(now.getTime() - checkedAgainMs);
  const due = await listClaimsDue(db, { checkedBefore, stoppedAfter: weekAgo, max: claimsMax });
  const endsAt = Date.now() + runMs;
  const checkNext = async (): Promise<void> => {
    for (let next = due.shift(); next && Date.now() < endsAt; next = due.shift()) {
      const { id, host } = next;
      await checks.run(id).catch((error: unknown) => onFailure(error, host));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, checkNext));
}
