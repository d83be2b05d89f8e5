import type { AdmissionQueue, Importance } from '../../platform/limits/admission.ts';
import { type PortalViewer, toRequester } from '../access/access.ts';
import type { AnswerHead, LastAnswers } from './last-answers.ts';
import { findStatsCompany } from './stats.queries.ts';
import type { StatsDeps } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  admission: AdmissionQueue;
}

interface AskingRequest {
  viewer: PortalViewer | null;
  ip: string;
  url: string;
  params: { companyId: string };
}

/** Answers a question within the limits of its viewer, and asks DuckDB in the viewer's turns. */
export function answerInTurn<Result>(
  { db, reader, admission }: StatsRoutesDeps,
  request: Pick<AskingRequest, 'viewer' | 'ip'>,
  answer: (deps: StatsDeps) => Promise<Result>,
  importance: Importance = 'other',
): Promise<Result> {
  return admission.run(
    toRequester(request),
    (turn) => answer({ db, reader: reader.inTurn(turn) }),
    importance,
  );
}

interface Kept<Result> {
  answer: (deps: StatsDeps) => Promise<Result>;
  headOf: (answer: Result) => AnswerHead | undefined;
  /** The same answer, marked as one that is not current. */
  mark: (answer: Result, answeredAt: string) => Result;
  importance: Importance;
}

/** The same, and where it cannot be answered in time the last answer of this process, if there is one. */
export async function answerOrRepeat<Result>(
  deps: StatsRoutesDeps & { lastAnswers: LastAnswers },
  request: AskingRequest,
  { answer, headOf, mark, importance }: Kept<Result>,
): Promise<Result> {
  const { lastAnswers, db } = deps;
  try {
    const current = await answerInTurn(deps, request, answer, importance);
    const head = headOf(current);
    if (head) lastAnswers.keep(request.url, head, current);
    return current;
  } catch (error) {
    const last = await lastAnswers.find<Result>(request.url, error, async () => {
      const company = await findStatsCompany(db, request.params.companyId);
      return (
        company && {
          timeZone: company.time_zone,
          currency: company.currency,
          source: company.demo_dataset_id === null ? 'tracked' : 'simulated',
        }
      );
    });
    return mark(last.answer, last.answeredAt);
  }
}
