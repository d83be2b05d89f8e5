import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { AdmissionQueue, Importance } from '../../platform/limits/admission.ts';
import { type PortalViewer, requirePortalViewer, toRequester } from '../access/access.ts';
import type { OngoingFiles } from '../access/ongoing-files.ts';
import type { AnswerHead, LastAnswers } from './last-answers.ts';
import { describeQuestion, QuestionTimes } from './question-times.ts';
import { findStatsCompany } from './stats.queries.ts';
import type { Asker, StatsDeps } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  admission: AdmissionQueue;
}

/** Routes whose answers are files that take long to send. */
export interface FileRoutesDeps extends StatsRoutesDeps {
  ongoingFiles: OngoingFiles;
}

interface QuestionRequest {
  viewer: PortalViewer | null;
  ip: string;
  url: string;
  log: FastifyBaseLogger;
}

/** Slower answers are in the log. */
const slowMs = 2_000;

/**
 * Answers a question within the limits of its viewer, and asks DuckDB in the viewer's turns. A slow question is one line in
 * the log, whether it is answered or not.
 */
export async function answerInTurn<Result>(
  { db, reader, admission }: StatsRoutesDeps,
  request: QuestionRequest,
  answer: (deps: StatsDeps, asker: Asker) => Promise<Result>,
  importance: Importance = 'other',
): Promise<Result> {
  const times = new QuestionTimes();
  const requester = toRequester(request);
  const { companyId, scope } = requirePortalViewer(request);
  const toFields = () => ({
    asked: describeQuestion(request.url),
    companyId: requester.companyId,
    ...times.toLogFields(),
  });
  try {
    const result = await admission.run(
      requester,
      (turn) =>
        answer({ db, reader: reader.inTurn(times.watch(turn)) }, { companyId, scope, now: new Date() }),
      importance,
    );
    if (times.totalMs >= slowMs) request.log.warn(toFields(), 'a question was slow');
    return result;
  } catch (error) {
    // The error handler logs it.
    if (error instanceof AppError && error.status === 503) error.logFields = toFields();
    throw error;
  }
}

interface Kept<Result> {
  answer: (deps: StatsDeps, asker: Asker) => Promise<Result>;
  headOf: (answer: Result) => AnswerHead | undefined;
  /** The same answer, marked as one that is not current. */
  mark: (answer: Result, answeredAt: string) => Result;
  importance: Importance;
}

/** The same, and where it cannot be answered in time the last answer of this process, if there is one. */
export async function answerOrRepeat<Result>(
  deps: StatsRoutesDeps & { lastAnswers: LastAnswers },
  request: QuestionRequest & { params: { companyId: string } },
  { answer, headOf, mark, importance }: Kept<Result>,
): Promise<Result> {
  const { lastAnswers, db } = deps;
  const question = { url: request.url, scope: requirePortalViewer(request).scope };
  try {
    const current = await answerInTurn(deps, request, answer, importance);
    const head = headOf(current);
    if (head) lastAnswers.keep(question, head, current);
    return current;
  } catch (error) {
    const last = await lastAnswers.find<Result>(question, error, async () => {
      const company = await findStatsCompany(db, request.params.companyId);
      return (
        company && {
          timeZone: company.time_zone,
          currency: company.currency,
          source: company.demo_dataset_id === null ? 'tracked' : 'simulated',
        }
      );
    });
    if (error instanceof AppError)
      request.log.warn(error.logFields, 'a question was answered with its last answer');
    return mark(last.answer, last.answeredAt);
  }
}
