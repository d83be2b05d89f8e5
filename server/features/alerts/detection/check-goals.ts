import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { wholeScope } from '../../access/access.ts';
import { listGoals } from '../../goals/goals.ts';
import { countGoals } from '../../stats/conversions/conversions.ts';
import type { StatsReader } from '../../stats/stats.ts';
import type { CheckedCompany } from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toFacts } from './finding-facts.ts';
import { endOfDay } from './local-day.ts';

/** Whether goals have reached the targets of their month up to a day, and at its end whether they missed them. */
export async function checkGoals(
  { db, alertLog, reader }: Pick<DetectionDeps, 'db' | 'alertLog'> & { reader: StatsReader },
  company: CheckedCompany,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const { id: companyId, time_zone: timeZone } = company;
  const targets = new Map(
    (await listGoals(db, companyId, wholeScope)).flatMap(({ id, monthlyTarget: target }) =>
      target === null ? [] : [[id, target]],
    ),
  );
  if (targets.size === 0) return;
  const first = `${day.slice(0, 8)}01`;
  const isLastDay = addDays(day, 1).endsWith('-01');
  const query = { from: first, to: day, compare: 'none' as const, match: 'date' as const, filter: [] };
  const { goals } = await countGoals({ db, reader }, { companyId, scope: wholeScope, now, query });
  for (const { id: subject, name, conversions } of goals) {
    const target = targets.get(subject);
    if (target === undefined) continue;
    const isReached = conversions.value >= target;
    if (!isReached && !isLastDay) continue;
    const facts = toFacts(company, {
      ...{ kind: isReached ? 'goal-reached' : 'goal-missed', name },
      // The day of the month by which it is recorded once.
      ...{ day: first, observed: conversions.value, expected: target },
    });
    await alertLog.record({ companyId, subject, facts, beganAt: endOfDay(day, timeZone), lasts: false });
  }
}
