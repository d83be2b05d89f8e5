import type { Db } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { listSilentCompanies } from './site-checks.queries.ts';
import type { SiteChecks } from './site-checks.ts';

interface RecheckDeps {
  db: Db;
  siteChecks: Pick<SiteChecks, 'run'>;
  onFailure: (error: unknown, companyId: string) => void;
}

/** Every run checks some of the companies that are due: each once a day, however many are silent. */
const cron = '*/15 * * * *';
const silentMs = 48 * 3_600_000;
/** Less than a day, so that a check is not postponed by a run for each day. */
const checkedAgainMs = 23 * 3_600_000;
const companiesMax = 50;
/** Shorter than the time after which the job counts as failed. */
const runMs = 200_000;

export async function scheduleSiteChecks(jobs: Pick<Jobs, 'schedule'>, deps: RecheckDeps): Promise<void> {
  await jobs.schedule('check-silent-sites', cron, () => recheckSilentSites(deps, new Date()));
}

/** Checks the sites that have been silent for two days, one after the other. */
export async function recheckSilentSites(
  { db, siteChecks, onFailure }: RecheckDeps,
  now: Date,
): Promise<void> {
  const due = await listSilentCompanies(db, {
    silentSince: new Date(now.getTime() - silentMs),
    checkedBefore: new Date(now.getTime() - checkedAgainMs),
    max: companiesMax,
  });
  const endsAt = Date.now() + runMs;
  for (const id of due) {
    if (Date.now() > endsAt) return;
    await siteChecks.run(id, 'daily').catch((error: unknown) => onFailure(error, id));
  }
}
