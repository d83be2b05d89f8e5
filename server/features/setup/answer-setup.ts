import type { CompanySetupAnswer, GoalProposal } from '../../../contract/company/company-setup.ts';
import { AppError } from '../../platform/errors.ts';
import type { AdmissionQueue, Turn } from '../../platform/limits/admission.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { wholeScope } from '../access/access.ts';
import { listGoals } from '../goals/goals.ts';
import type { Dataset } from '../segments/segments.ts';
import { listArrivedValues } from '../stats/lists/arrived-values.ts';
import { listFilteredEvents, listSeenEvents } from '../stats/recent-events/recent-events.ts';
import type { StatsDeps } from '../stats/stats.ts';
import { confirmationStems } from './confirmation-pages.ts';
import { proposeGoals } from './goal-proposals.ts';
import { readSetup } from './setup.ts';

export interface SetupDeps extends StatsDeps {
  admission: AdmissionQueue;
}

/** Pages and events that are looked at: more than a proposal needs, because some are goals already. */
const pagesMax = 500;
const eventsMax = 100;
/** How long an event is recent. */
const recentMs = 30 * 60_000;

/** How far a company is, what its site sent last, and what may be a goal. */
export async function answerSetup(
  deps: SetupDeps,
  requester: Requester,
  now: Date,
): Promise<CompanySetupAnswer> {
  const { companyId } = requester;
  const { company, path, lastEventAt } = await readSetup(deps.db, companyId);
  const answer = { ...path, lastEventAt: lastEventAt?.toISOString() ?? null };
  if (!lastEventAt) return { ...answer, newestEvent: null, proposals: [] };
  const dataset = { id: company.id, timeZone: company.time_zone };
  const asker = { companyId: company.id, scope: wholeScope, now };
  const [newest] = await listSeenEvents(deps, asker);
  // The journal of changes forgets an event as soon as every machine has it in its files.
  const isForgotten = newest === undefined && now.getTime() - lastEventAt.getTime() < recentMs;
  return inTurn(deps, requester, {
    ask: async (turnDeps) => {
      const [proposals, [stored]] = await Promise.all([
        propose(turnDeps, dataset, now),
        isForgotten ? listFilteredEvents(turnDeps, asker) : [],
      ]);
      return { ...answer, newestEvent: newest ?? stored ?? null, proposals };
    },
    busy: { ...answer, newestEvent: newest ?? null, proposals: null },
  });
}

async function propose({ db, reader }: StatsDeps, dataset: Dataset, now: Date): Promise<GoalProposal[]> {
  const [pages, events, goals] = await Promise.all([
    listArrivedValues(reader, {
      ...{ dataset, dimension: 'page', limit: pagesMax, now },
      filters: [{ subject: 'page', operator: 'contains', values: [...confirmationStems] }],
    }),
    listArrivedValues(reader, { dataset, dimension: 'event', filters: [], limit: eventsMax, now }),
    listGoals(db, dataset.id, wholeScope),
  ]);
  return proposeGoals({ pages, events, goals });
}

interface Work {
  ask: (deps: StatsDeps) => Promise<CompanySetupAnswer>;
  /** The answer where the statistics cannot be asked now: the rest of it does not need them. */
  busy: CompanySetupAnswer;
}

async function inTurn(
  { db, reader, admission }: SetupDeps,
  requester: Requester,
  { ask, busy }: Work,
): Promise<CompanySetupAnswer> {
  try {
    return await admission.run(requester, (turn: Turn) => ask({ db, reader: reader.inTurn(turn) }), 'other');
  } catch (error) {
    if (error instanceof AppError && (error.status === 503 || error.status === 429)) return busy;
    throw error;
  }
}
