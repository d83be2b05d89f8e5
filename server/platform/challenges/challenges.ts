import type { FastifyRequest } from 'fastify';
import { type ChallengeKind, solutionHeader } from '../../../contract/account/challenge.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../errors.ts';
import type { CreationRequest } from '../idempotency/idempotency.ts';
import {
  type AttemptLimit,
  consumeAttempt,
  countAttempt,
  recordAttempt,
  refundAttempt,
  requireAttemptLeft,
} from '../limits/attempts.ts';
import type { LabeledCounter, Metrics } from '../metrics/metrics.ts';
import { challengeLifetimeSeconds, ProofOfWork } from './proof-of-work.ts';

/** Accepted requests per hour from all senders. Above this number, each request needs a solved challenge. */
export type ChallengeThresholds = Record<ChallengeKind, number>;

const defaultThresholds: ChallengeThresholds = { form: 100, account: 100, checkout: 50 };

const windowSeconds = 3_600;
const difficultyMax = 4;
/**
 * How long this process treats a threshold as reached without checking the database. Limited, because other processes
 * remove requests that created nothing from the count.
 */
const knownFullSeconds = 60;

interface ChallengesDeps {
  db: Db;
  appSecret: string;
  metrics: Metrics;
  thresholds?: Partial<ChallengeThresholds> | undefined;
}

interface Admission {
  kind: ChallengeKind;
  /** The value of the solution header. */
  solution: string | undefined;
  /** The sender's rate limit. Checked before the threshold. */
  limit?: AttemptLimit;
}

/**
 * Protects requests that send mail to an unverified address. Normally they pass. Once the number accepted within an
 * hour reaches the threshold, each further request needs a solved challenge.
 */
export class Challenges {
  readonly #db: Db;
  readonly #proofOfWork: ProofOfWork;
  readonly #thresholds: ChallengeThresholds;
  readonly #outcomes: LabeledCounter;
  /**
   * Until when this process treats the threshold of a kind as reached, in milliseconds since 1970. Until then a request
   * is rejected without a database write.
   */
  readonly #fullUntil = new Map<ChallengeKind, number>();
  /** The same for the requests that solved a challenge. */
  readonly #solvedFullUntil = new Map<ChallengeKind, number>();
  readonly #queueTail = new Map<ChallengeKind, Promise<unknown>>();

  constructor({ db, appSecret, metrics, thresholds }: ChallengesDeps) {
    this.#db = db;
    this.#proofOfWork = new ProofOfWork(appSecret);
    this.#thresholds = { ...defaultThresholds, ...thresholds };
    this.#outcomes = metrics.labeledCounter(
      'northlight_challenges_total',
      'Challenges sent to browsers (given), and solutions that were accepted (solved) or rejected (refused).',
      'outcome',
    );
  }

  /**
   * Counts a valid request as accepted and against its sender's rate limit. Throws a 429 if that limit is reached, and
   * a 428 with a challenge if one has to be solved first. A request without a valid solution that is rejected is not
   * counted.
   */
  async admit(admission: Admission, now = new Date()): Promise<void> {
    const nonce = await this.#verify(admission, now);
    const { limit } = admission;
    if (limit) await consumeAttempt(this.#db, limit, now);
    // Not refunded if the request has a valid solution, so that replaying a solution consumes attempts.
    const refund = limit && nonce === undefined ? () => refundAttempt(this.#db, limit.key, now) : undefined;
    await this.#accept(admission, nonce, { now, refund });
    if (nonce !== undefined) await this.#recordSolved(admission.kind, now);
  }

  /**
   * Admits a request that creates something once per Idempotency-Key. `create` must call the function it is given in
   * the transaction that creates; it counts the request against its sender's limit, or throws a 429. If `create` does
   * not call it, because the request repeats an earlier one, or if it fails, the request is not counted as accepted.
   */
  async admitCreation<Result>(
    admission: Admission & { limit: AttemptLimit },
    create: (admit: CreationRequest['admit']) => Promise<Result>,
    now = new Date(),
  ): Promise<Result> {
    const { kind, limit } = admission;
    const nonce = await this.#verify(admission, now);
    await this.#accept(admission, nonce, { now });
    let isCreated = false;
    try {
      return await create(async (tx) => {
        await consumeAttempt(tx, limit, now);
        isCreated = true;
      });
    } catch (error) {
      isCreated = false;
      throw error;
    } finally {
      // A failure to update the counts must not change the result of the request.
      await this.#settle(kind, { isCreated, isSolved: nonce !== undefined }, now).catch(() => undefined);
    }
  }

  /** Returns the nonce of the solved challenge, or undefined if no solution was sent and this process requires none. */
  async #verify({ kind, solution, limit }: Admission, now: Date): Promise<string | undefined> {
    const nonce = solution === undefined ? undefined : await this.#proofOfWork.verify(solution, kind);
    if (nonce !== undefined || !this.#isFull(kind, now)) return nonce;
    // Otherwise a user would solve a challenge and then get a 429.
    if (limit) await requireAttemptLeft(this.#db, limit, now);
    throw await this.#toRejection({ kind, solution }, now);
  }

  async #accept(
    admission: Admission,
    nonce: string | undefined,
    { now, refund }: { now: Date; refund?: (() => Promise<void>) | undefined },
  ): Promise<void> {
    const { kind } = admission;
    const isAccepted =
      nonce === undefined ? await this.#acceptUnchallenged(kind, now) : await this.#redeem(nonce, now);
    if (!isAccepted) {
      await refund?.();
      throw await this.#toRejection(admission, now);
    }
    if (nonce !== undefined) this.#outcomes.add('solved');
  }

  /**
   * Corrects the counts once it is known whether a request created something. A request without a solution was already
   * counted, so that a burst cannot exceed the threshold. A solved one is counted only now, because adding to a full
   * count drops its oldest entry.
   */
  async #settle(
    kind: ChallengeKind,
    { isCreated, isSolved }: { isCreated: boolean; isSolved: boolean },
    now: Date,
  ): Promise<void> {
    if (isSolved && isCreated) await this.#recordSolved(kind, now);
    if (!isSolved && !isCreated) await this.#withdraw(kind, now);
  }

  async #withdraw(kind: ChallengeKind, now: Date): Promise<void> {
    await refundAttempt(this.#db, this.#toLimit(kind, 'accepted').key, now);
    this.#fullUntil.delete(kind);
  }

  #toLimit(kind: ChallengeKind, what: 'accepted' | 'solved'): AttemptLimit {
    return { key: `challenge/${what}/${kind}`, max: this.#thresholds[kind], windowSeconds };
  }

  #isFull(kind: ChallengeKind, now: Date): boolean {
    return (this.#fullUntil.get(kind) ?? 0) > now.getTime();
  }

  /** One statement checks and counts, so that concurrent requests in several processes cannot exceed the limit. */
  #acceptUnchallenged(kind: ChallengeKind, now: Date): Promise<boolean> {
    return this.#enqueue(kind, async () => {
      if (this.#isFull(kind, now)) return false;
      const waitSeconds = await countAttempt(this.#db, this.#toLimit(kind, 'accepted'), now);
      this.#setFull(kind, waitSeconds, now);
      return waitSeconds === 0;
    });
  }

  #recordSolved(kind: ChallengeKind, now: Date): Promise<void> {
    return this.#enqueue(kind, async () => {
      this.#setFull(kind, await recordAttempt(this.#db, this.#toLimit(kind, 'accepted'), now), now);
      const waitSeconds = await recordAttempt(this.#db, this.#toLimit(kind, 'solved'), now);
      this.#solvedFullUntil.set(kind, now.getTime() + waitSeconds * 1_000);
    });
  }

  #setFull(kind: ChallengeKind, waitSeconds: number, now: Date): void {
    // Deletes the entry instead of setting it to `now`: a request that arrived earlier may still be in the queue.
    if (waitSeconds === 0) this.#fullUntil.delete(kind);
    else this.#fullUntil.set(kind, now.getTime() + Math.min(waitSeconds, knownFullSeconds) * 1_000);
  }

  /**
   * Runs one database call at a time per kind. All of them write the same row, so a burst would occupy every database
   * connection while waiting for the row lock. If a call fails, the calls queued behind it fail too instead of each
   * waiting for its own timeout.
   */
  #enqueue<Result>(kind: ChallengeKind, work: () => Promise<Result>): Promise<Result> {
    const call = (this.#queueTail.get(kind) ?? Promise.resolve()).then(work);
    const clear = () => {
      if (this.#queueTail.get(kind) === call) this.#queueTail.delete(kind);
    };
    this.#queueTail.set(kind, call);
    call.then(clear, clear);
    return call;
  }

  /** Whether this is the first use of a solution in any process. Forgotten once its challenge has expired. */
  async #redeem(nonce: string, now: Date): Promise<boolean> {
    const use = { key: `challenge/used/${nonce}`, max: 1, windowSeconds: challengeLifetimeSeconds };
    return (await countAttempt(this.#db, use, now)) === 0;
  }

  async #toRejection({ kind, solution }: Omit<Admission, 'limit'>, now: Date): Promise<AppError> {
    if (solution !== undefined) this.#outcomes.add('refused');
    const challenge = await this.#proofOfWork.create(kind, this.#toDifficulty(kind, now), now);
    this.#outcomes.add('given');
    const message =
      'We are receiving an unusual number of requests, and your browser could not solve the small challenge that we ask for. Please try again. If it fails again, reload the page first.';
    return new AppError(428, 'challenge-required', message, { challenge });
  }

  /**
   * Difficulty 1 stops clients that solve no challenges. It rises when solved requests reach the threshold too: 2 if
   * they took an hour, 3 for half an hour, 4 for 20 minutes or less.
   */
  #toDifficulty(kind: ChallengeKind, now: Date): number {
    const waitSeconds = ((this.#solvedFullUntil.get(kind) ?? 0) - now.getTime()) / 1_000;
    if (waitSeconds <= 0) return 1;
    // The time in which the newest solved requests, as many as the threshold, arrived.
    const spanSeconds = Math.max(1, windowSeconds - waitSeconds);
    return Math.min(difficultyMax, 1 + Math.floor(windowSeconds / spanSeconds));
  }
}

/** The header before 0.7.0, for pages that were loaded before the upgrade and for programs. */
const formerSolutionHeader = 'x-northlight-solution';

export function readSolution({ headers }: FastifyRequest): string | undefined {
  const value = headers[solutionHeader] ?? headers[formerSolutionHeader];
  return Array.isArray(value) ? value.join() : value;
}
