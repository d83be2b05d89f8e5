import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import type { AccessScope } from '../access/access.ts';

/** Characters of the answers that are kept, as JSON. */
const keptCharactersMax = 4_000_000;
/** An older answer says less than an error. */
const keptMs = 12 * 3_600_000;

/** A question, and the scope of the viewer who asked it. */
export interface KeptQuestion {
  /** The address of the request. It names the company and every parameter; its sender has access to the company. */
  url: string;
  scope: AccessScope;
}

/** The subject of an answer, besides the parameters of its question. */
export interface AnswerHead {
  timeZone: string;
  currency: string;
  source: 'tracked' | 'simulated';
}

interface Kept {
  answer: unknown;
  head: AnswerHead;
  answeredAt: string;
}

/** An answer that is not current. */
interface LastAnswer<Answer> {
  answer: Answer;
  answeredAt: string;
}

/** The last answer of this process to each question, for when a current one cannot be given in time. */
export class LastAnswers {
  readonly #kept = new LRUCache<string, Kept>({ max: 2_000, maxSize: keptCharactersMax, ttl: keptMs });

  keep(question: KeptQuestion, head: AnswerHead, answer: unknown): void {
    const key = toKey(question);
    const size = key.length + JSON.stringify(answer).length;
    this.#kept.set(key, { answer, head, answeredAt: new Date().toISOString() }, { size });
  }

  /** The last answer, if the question could not be answered in time; else throws the error. */
  async find<Answer>(
    question: KeptQuestion,
    error: unknown,
    readHead: () => Promise<AnswerHead | undefined>,
  ): Promise<LastAnswer<Answer>> {
    const kept = this.#kept.get(toKey(question));
    if (!kept || !(error instanceof AppError) || error.status !== 503) throw error;
    // Demo data may have been switched on or off, and the company may have another currency.
    const head = await readHead().catch(() => undefined);
    const isSame =
      head?.timeZone === kept.head.timeZone &&
      head.currency === kept.head.currency &&
      head.source === kept.head.source;
    if (!isSame) throw error;
    // The same route gave it.
    return { answer: kept.answer as Answer, answeredAt: kept.answeredAt };
  }
}

/** Viewers with other rights have other answers at the same address. */
const toKey = ({ url, scope: { seesMoney, filters } }: KeptQuestion) =>
  JSON.stringify([url, seesMoney, filters]);
