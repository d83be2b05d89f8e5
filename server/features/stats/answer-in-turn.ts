import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { AdmissionQueue } from '../../platform/limits/admission.ts';
import { type PortalViewer, toRequester } from '../access/access.ts';
import { describeQuestion, QuestionTimes } from './question-times.ts';
import type { StatsDeps } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  admission: AdmissionQueue;
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
  answer: (deps: StatsDeps) => Promise<Result>,
): Promise<Result> {
  const times = new QuestionTimes();
  const requester = toRequester(request);
  const toFields = () => ({
    asked: describeQuestion(request.url),
    companyId: requester.companyId,
    ...times.toLogFields(),
  });
  try {
    const result = await admission.run(requester, (turn) =>
      answer({ db, reader: reader.inTurn(times.watch(turn)) }),
    );
    if (times.totalMs >= slowMs) request.log.warn(toFields(), 'a question was slow');
    return result;
  } catch (error) {
    // The error handler logs it.
    if (error instanceof AppError && error.status === 503) error.logFields = toFields();
    throw error;
  }
}
