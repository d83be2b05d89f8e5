import type { SiteFinding } from '../../../../contract/company/site-check.ts';
import { type CheckedCompany, listLastingAlerts, listVisitRates } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toFacts } from './finding-facts.ts';
import { measureGap } from './local-day.ts';
import { storedRates } from './profile.ts';
import type { HourRates } from './rules/hour-rates.ts';
import { type Gap, isNoCoincidence } from './rules/silence.ts';

const hourMs = 3_600_000;
const shortestMs = 30 * 60_000;
/** Sites that a run checks: each check lasts seconds, and when all sites are silent, the reason is another one. */
const siteChecksMax = 10;
const findingsMax = 3;
/** After a start, long silences are only believed once events could arrive again. */
const settledMs = hourMs;
const longHours = 48;
/** A site that was silent long before alerts existed is not news. */
const oldestMs = 60 * 24 * hourMs;
const unknownWeek: HourRates = { hours: [], perDay: 0, dispersion: 1, days: 0 };

/**
 * Starts and ends the silences of all companies, with two statements however many they are.
 * @param endsAt when no further site is checked, by `performance.now()`
 */
export async function checkSilences(
  deps: DetectionDeps,
  companies: readonly CheckedCompany[],
  { now, endsAt }: { now: Date; endsAt: number },
): Promise<void> {
  const { db, alertLog, log } = deps;
  const lasting = new Map(
    (await listLastingAlerts(db, ['silence'])).map((alert) => [alert.company_id, alert.began_at]),
  );
  const silent: CheckedCompany[] = [];
  for (const company of companies) {
    const { id: companyId, last_event_at: endedAt } = company;
    const beganAt = lasting.get(companyId);
    if (beganAt !== undefined && endedAt > beganAt) {
      // One that fails is ended by the next run, and does not stop the others.
      await alertLog
        .end({ companyId, kind: 'silence', subject: '', endedAt })
        .catch((err: unknown) => log.warn({ err, companyId }, 'a silence could not be ended'));
    } else if (beganAt === undefined && mayBeSilent(company, now)) silent.push(company);
  }
  const rates = await listVisitRates(
    db,
    silent.map(({ id }) => id),
  );
  let siteChecks = 0;
  for (const company of silent) {
    try {
      const usual = storedRates.safeParse(rates.get(company.id)).data ?? unknownWeek;
      const gap = findSilence(deps, company, usual, now);
      if (!gap) continue;
      siteChecks += 1;
      const isChecked = siteChecks <= siteChecksMax && performance.now() < endsAt;
      const findings = isChecked ? await checkSite(deps, company.id) : null;
      await recordSilence(deps, company, { gap, findings, isKnown: usual.days > 0 });
    } catch (err) {
      log.warn({ err, companyId: company.id }, 'a silence could not be recorded');
    }
  }
}

function mayBeSilent(
  { kinds, last_event_at: lastEventAt, has_site: hasSite }: CheckedCompany,
  now: Date,
): boolean {
  const ms = now.getTime() - lastEventAt.getTime();
  return hasSite && ms >= shortestMs && ms <= oldestMs && (kinds === null || kinds.includes('silence'));
}

/** The gap since the last event if it is no coincidence. The time in which this process was not running does not count. */
function findSilence(
  { receivingSince }: Pick<DetectionDeps, 'receivingSince'>,
  { last_event_at: lastEventAt, time_zone: timeZone }: CheckedCompany,
  rates: HourRates,
  now: Date,
): Gap | null {
  const whole = measureGap(rates, lastEventAt, now, timeZone);
  if (!isNoCoincidence(whole, rates)) return null;
  if (lastEventAt >= receivingSince) return whole;
  if (whole.hours >= longHours && now.getTime() - receivingSince.getTime() >= settledMs) return whole;
  return isNoCoincidence(measureGap(rates, receivingSince, now, timeZone), rates) ? whole : null;
}

/** The problems of the site, or else what may be one. Null if the check fails. */
async function checkSite(
  { siteChecks, log }: DetectionDeps,
  companyId: string,
): Promise<SiteFinding[] | null> {
  try {
    const { findings } = await siteChecks.run(companyId, 'daily');
    const rank = { problem: 0, notice: 1, passed: 2 };
    return findings
      .filter(({ level }) => level !== 'passed')
      .toSorted((a, b) => rank[a.level] - rank[b.level])
      .slice(0, findingsMax);
  } catch (err) {
    log.warn({ err, companyId }, 'the site of a silent company could not be checked');
    return null;
  }
}

async function recordSilence(
  { alertLog }: DetectionDeps,
  company: CheckedCompany,
  { gap, findings, isKnown }: { gap: Gap; findings: SiteFinding[] | null; isKnown: boolean },
): Promise<void> {
  const { id: companyId, last_event_at: beganAt } = company;
  const facts = toFacts(company, {
    ...{ kind: 'silence', since: beganAt.toISOString(), expected: isKnown ? gap.expected : null, findings },
  });
  await alertLog.record({ companyId, subject: '', facts, beganAt, lasts: true });
}
