import type { FastifyRequest } from 'fastify';
import { type ChallengeKind, solutionHeader } from '../../../contract/challenge.ts';
import type { Db } from '../../db/client.ts';
import {
  type AttemptLimit,
  countAttempt,
  recordAttempt,
  refundAttempt,
  requireAttemptLeft,
  takeAttempt,
} from '../attempts.ts';
import { AppError } from '../errors.ts';
import type { Metrics, Tally } from '../metrics.ts';
import { challengeLifetimeSeconds, ProofOfWork } from './proof-of-work.ts';

/** Accepted requests of everybody within an hour, after which the next ones need a solved challenge. */
export type ChallengeThresholds = Record<ChallengeKind, number>;

const defaultThresholds: ChallengeThresholds = { form: 100, account: 100, checkout: 50 };

const windowSeconds = 3_600;
const difficultyMax = 4;
/** How long a threshold is taken to be reached without another look: other processes withdraw what created nothing. */
const knownFullSeconds = 60;

interface ChallengesDeps {
  orm: Db['orm'];
  appSecret: string;
  metrics: Metrics;
  thresholds?: Partial<ChallengeThresholds> | undefined;
}

interface Admission {
  kind: ChallengeKind;
  /** What the request carries in its solution header. */
  solution: string | undefined;
  /** The sender's own limit, which comes first. */
  limit?: AttemptLimit;
}

/** Counts a request against its sender's own limit, or throws a 429. */
type CountForSender = (transaction: Pick<Db['orm'], 'execute'>) => Promise<void>;

/**
 * Guards requests that make us send mail to an address the sender merely claims. In ordinary times they pass; once
 * as many as the threshold were accepted within the hour, each further one has to bring a solved challenge.
 */
export class Challenges {
  readonly #orm: Db['orm'];
  readonly #proofOfWork: ProofOfWork;
  readonly #thresholds: ChallengeThresholds;
  readonly #outcomes: Tally;
  /**
   * Until when the accepted requests of a kind are taken to reach the threshold, in milliseconds. Until then refusing
   * one costs the database no write.
   */
  readonly #fullUntil = new Map<ChallengeKind, number>();
  /** Until when the solved ones among them reach it. */
  readonly #solvedFullUntil = new Map<ChallengeKind, number>();
  readonly #newestTurn = new Map<ChallengeKind, Promise<unknown>>();

  constructor({ orm, appSecret, metrics, thresholds }: ChallengesDeps) {
    this.#orm = orm;
    this.#proofOfWork = new ProofOfWork(appSecret);
    this.#thresholds = { ...defaultThresholds, ...thresholds };
    this.#outcomes = metrics.tally(
      'northlight_challenges_total',
      'Challenges given to browsers, and solutions that were accepted (solved) or refused.',
      'outcome',
    );
  }

  /**
   * Counts a request that is well formed as accepted, also against its sender's own limit. Throws a 429 when that
   * is used up, and a 428 with a challenge when one has to be solved first; what is refused counts nowhere.
   */
  async admit(admission: Admission, now = new Date()): Promise<void> {
    const nonce = await this.#verify(admission, now);
    const { limit } = admission;
    if (limit) await takeAttempt(this.#orm, limit, now);
    // With a solution the attempt stays counted: who replays one has one attempt less.
    const refund = limit && nonce === undefined ? () => refundAttempt(this.#orm, limit.key, now) : undefined;
    await this.#accept(admission, nonce, { now, refund });
    if (nonce !== undefined) await this.#recordSolved(admission.kind, now);
  }

  /**
   * Admits a request that creates something once for each Idempotency-Key. `create` gets what counts the request
   * against its sender's own limit, and calls it in the transaction that creates. A request for which it did not, because
   * it repeats another or failed, is not counted as accepted either.
   */
  async admitCreation<Result>(
    admission: Admission & { limit: AttemptLimit },
    create: (countForSender: CountForSender) => Promise<Result>,
    now = new Date(),
  ): Promise<Result> {
    const { kind, limit } = admission;
    const nonce = await this.#verify(admission, now);
    await this.#accept(admission, nonce, { now });
    let isCreated = false;
    try {
      return await create(async (transaction) => {
        await takeAttempt(transaction, limit, now);
        isCreated = true;
      });
    } catch (error) {
      isCreated = false;
      throw error;
    } finally {
      // The outcome is what it is, also when its count fails.
      await this.#settle(kind, { isCreated, isSolved: nonce !== undefined }, now).catch(() => undefined);
    }
  }

  /** The nonce of the challenge a request solved; undefined when it solved none and none is needed as far as is known. */
  async #verify({ kind, solution, limit }: Admission, now: Date): Promise<string | undefined> {
    const nonce = solution === undefined ? undefined : await this.#proofOfWork.verify(solution, kind);
    if (nonce !== undefined || !this.#isFull(kind, now)) return nonce;
    // Nobody should solve a challenge only to be told to come back later.
    if (limit) await requireAttemptLeft(this.#orm, limit, now);
    throw await this.#refuse({ kind, solution }, now);
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
      throw await this.#refuse(admission, now);
    }
    if (nonce !== undefined) this.#outcomes.add('solved');
  }

  /**
   * Makes the counts right once it is known whether a request created something. Without a solution it was counted
   * before, so that a burst does not pass; with one only now, since adding to a full count drops its oldest entry.
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
    await refundAttempt(this.#orm, this.#toLimit(kind, 'accepted').key, now);
    this.#fullUntil.delete(kind);
  }

  #toLimit(kind: ChallengeKind, what: 'accepted' | 'solved'): AttemptLimit {
    return { key: `challenge/${what}/${kind}`, max: this.#thresholds[kind], windowSeconds };
  }

  #isFull(kind: ChallengeKind, now: Date): boolean {
    return (this.#fullUntil.get(kind) ?? 0) > now.getTime();
  }

  /** One statement decides and counts, so that many requests at once, in several processes, are many. */
  #acceptUnchallenged(kind: ChallengeKind, now: Date): Promise<boolean> {
    return this.#inTurn(kind, async () => {
      if (this.#isFull(kind, now)) return false;
      const waitSeconds = await countAttempt(this.#orm, this.#toLimit(kind, 'accepted'), now);
      this.#noteFull(kind, waitSeconds, now);
      return waitSeconds === 0;
    });
  }

  #recordSolved(kind: ChallengeKind, now: Date): Promise<void> {
    return this.#inTurn(kind, async () => {
      this.#noteFull(kind, await recordAttempt(this.#orm, this.#toLimit(kind, 'accepted'), now), now);
      const waitSeconds = await recordAttempt(this.#orm, this.#toLimit(kind, 'solved'), now);
      this.#solvedFullUntil.set(kind, now.getTime() + waitSeconds * 1_000);
    });
  }

  #noteFull(kind: ChallengeKind, waitSeconds: number, now: Date): void {
    // Not the time of this request: one that arrived a moment earlier may still wait for its turn.
    if (waitSeconds === 0) this.#fullUntil.delete(kind);
    else this.#fullUntil.set(kind, now.getTime() + Math.min(waitSeconds, knownFullSeconds) * 1_000);
  }

  /**
   * One at a time for each kind: they write the same row, and a burst would hold every connection to the database
   * while it waits for that. When one fails, those behind it fail with it rather than each after its own timeout.
   */
  #inTurn<Result>(kind: ChallengeKind, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#newestTurn.get(kind) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (this.#newestTurn.get(kind) === turn) this.#newestTurn.delete(kind);
    };
    this.#newestTurn.set(kind, turn);
    turn.then(forget, forget);
    return turn;
  }

  /** Whether this is the first use of a solution, in any process. Forgotten once its challenge has expired. */
  async #redeem(nonce: string, now: Date): Promise<boolean> {
    const use = { key: `challenge/used/${nonce}`, max: 1, windowSeconds: challengeLifetimeSeconds };
    return (await countAttempt(this.#orm, use, now)) === 0;
  }

  async #refuse({ kind, solution }: Omit<Admission, 'limit'>, now: Date): Promise<AppError> {
    if (solution !== undefined) this.#outcomes.add('refused');
    const challenge = await this.#proofOfWork.make(kind, this.#toDifficulty(kind, now), now);
    this.#outcomes.add('given');
    const message =
      'Unusually many requests are arriving, and your browser could not show that you are not a robot. Please try again. If it fails again, reload the page first.';
    return new AppError(428, 'challenge-required', message, { challenge });
  }

  /**
   * The lowest difficulty stops what solves nothing. It grows when solved requests as well reach the threshold: two
   * for as many within the hour, three within half an hour, four within less.
   */
  #toDifficulty(kind: ChallengeKind, now: Date): number {
    const waitSeconds = ((this.#solvedFullUntil.get(kind) ?? 0) - now.getTime()) / 1_000;
    if (waitSeconds <= 0) return 1;
    // How long the newest solved requests, as many as the threshold, took to arrive.
    const spanSeconds = Math.max(1, windowSeconds - waitSeconds);
    return Math.min(difficultyMax, 1 + Math.floor(windowSeconds / spanSeconds));
  }
}

export function readSolution({ headers }: FastifyRequest): string | undefined {
  const value = headers[solutionHeader];
  return Array.isArray(value) ? value.join() : value;
}
