import type { CompanySetupAnswer, GoalProposal } from '../../../contract/company/company-setup.ts';
import { AppError } from '../../platform/errors.ts';
import type { AdmissionQueue, Turn } from '../../platform/limits/admission.ts';
import type { Requester } from '../../platform/limits/admission-shares.ts';
import { wholeScope } from '../access/access.ts';
import { listGoals } from '../goals/goals.ts';
import type { Dataset } from '../segments/segments.ts';
import { listArrivedValues } from '../stats/lists/arrived-values.ts';
import { listSeenEvents } from '../stats/recent-events/recent-events.ts';
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

/** How far a company is, what its site sent last, and what may be a goal. */
export async function answerSetup(
  deps: SetupDeps,
  requester: Requester,
  now: Date,
): Promise<CompanySetupAnswer> {
  const { companyId } = requester;
  const { company, path, lastEventAt } = await readSetup(deps.db, companyId);
  const dataset = { id: company.id, timeZone: company.time_zone };
  const [[newestEvent = null], proposals] = lastEventAt
    ? await Promise.all([
        listSeenEvents(deps, { companyId, scope: wholeScope, now }),
        proposeInTurn(deps, requester, dataset, now),
      ])
    : [[], []];
  return { ...path, lastEventAt: lastEventAt?.toISOString() ?? null, newestEvent, proposals };
}

/** Null where the statistics cannot be asked now: the rest of the answer does not need them. */
async function proposeInTurn(
  { db, reader, admission }: SetupDeps,
  requester: Requester,
  dataset: Dataset,
  now: Date,
): Promise<GoalProposal[] | null> {
  const propose = async (turn: Turn) => {
    const turnReader = reader.inTurn(turn);
    const [pages, events, goals] = await Promise.all([
      listArrivedValues(turnReader, {
        ...{ dataset, dimension: 'page', limit: pagesMax, now },
        filters: [{ subject: 'page', operator: 'contains', values: [...confirmationStems] }],
      }),
      listArrivedValues(turnReader, { dataset, dimension: 'event', filters: [], limit: eventsMax, now }),
      listGoals(db, dataset.id, wholeScope),
    ]);
    return proposeGoals({ pages, events, goals });
  };
  try {
    return await admission.run(requester, propose, 'other');
  } catch (error) {
    if (error instanceof AppError && (error.status === 503 || error.status === 429)) return null;
    throw error;
  }
}
