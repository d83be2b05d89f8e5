import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { PendingEvents } from '../../../contract/stats/answers.ts';
import { AppError } from '../../platform/errors.ts';
import type { Turn } from '../../platform/limits/admission.ts';
import {
  type Dataset,
  type DatasetInMemory,
  type DatasetView,
  type Facts,
  isOutOfMemory,
  NotInMemory,
  type Pending,
  type Segments,
} from '../segments/segments.ts';
import { readTemporaryFile, requireWhole } from './export-stats.ts';
import { GatheredLists } from './lists/gathered-lists.ts';
import { answerFromMemory, isFromMemory } from './memory/answer-from-memory.ts';
import type { ResultRow } from './metric-values.ts';
import type { TimeRange } from './period/time-range.ts';
import { toHitsCountStatement, toHitsExportStatement } from './sql/hits-export.ts';
import type { Question, QuestionSources } from './sql/question.ts';
import { canBeTogether, type Statement, toListsStatement } from './sql/statements.ts';
import type { AskedList } from './sql/wanted.ts';

/** The part of the segments that statistics need. */
export type StatsEngine = Pick<Segments, 'openDatasetView' | 'openMemory' | 'runQuery' | 'openStore'>;

/** A statement, and for the compiler the rows that it returns. */
export interface StatementOf<Row> extends Statement {
  readonly rows?: Row[];
}

const exportedHitsMax = 5_000_000;
const exportTimeoutMs = 60_000;

/** Characters of the answers that are kept, as JSON. */
const keptCharactersMax = 8_000_000;

/** How long the lists of a page are waited for. Its requests arrive within a few milliseconds. */
const gatherMs = 4;
/** Groupings that one statement holds in memory. */
const gatheredMax = 8;

/** State that the readers of all users share. */
interface Known {
  /** Rows by question. Questions with the same key have the same statement, and so rows of the same type. */
  answers: LRUCache<string, Promise<unknown[]>>;
  gathered: GatheredLists<AskedList, ResultRow[]>;
}

const createKnown = (): Known => ({
  answers: new LRUCache({ max: 2_000, maxSize: keptCharactersMax }),
  gathered: new GatheredLists({ delayMs: gatherMs, listsMax: gatheredMax, isTooLarge: isOutOfMemory }),
});

/**
 * Asks DuckDB. Answers are kept by the revision of the dataset they were made from, so they are never outdated: the
 * questions of one page share their totals, and of several viewers everything.
 */
export class StatsReader {
  readonly #engine: StatsEngine;
  readonly #turn: Turn | undefined;
  readonly #known: Known;
  /** The datasets of which a view of this reader lacked something. */
  readonly #pending = new Map<string, Pending>();

  constructor(engine: StatsEngine, turn?: Turn, known: Known = createKnown()) {
    this.#engine = engine;
    this.#turn = turn;
    this.#known = known;
  }

  /** The same reader with the same answers, for the questions of one request. */
  inTurn(turn: Turn): StatsReader {
    return new StatsReader(this.#engine, turn, this.#known);
  }

  /** The events that the last answers about a dataset did not count. */
  findPending({ id }: Dataset): PendingEvents | null {
    const pending = this.#pending.get(id);
    if (!pending) return null;
    return pending.kind === 'newest'
      ? { ...pending, countedUpTo: pending.countedUpTo.toISOString() }
      : pending;
  }

  /** The local date of the dataset's first event; null without one. */
  async findFirstDay(dataset: Dataset): Promise<string | null> {
    const known = await this.#inMemory(dataset, (memory) => memory.findFirstDay());
    if (known !== undefined) return known;
    const view = await this.#engine.openDatasetView(dataset, 'all', this.#turn);
    view.release();
    return view.firstDay;
  }

  /**
   * The rows of the statement that `build` makes of a question. A question with the same builder and arguments has the same
   * answer until the dataset changes, and its statement is built once.
   */
  async ask<Row, Asked extends readonly unknown[]>(
    dataset: Dataset,
    { firstDay, lastDay }: TimeRange,
    build: (...asked: [...Asked, QuestionSources]) => StatementOf<Row>,
    ...asked: Asked
  ): Promise<Row[]> {
    return this.#answer(dataset, { firstDay, lastDay }, [build.name, asked], (view) =>
      this.#run(dataset, view, build(...asked, view)),
    );
  }

  #run<Row>(dataset: Dataset, view: DatasetView, { sql, values }: StatementOf<Row>): Promise<Row[]> {
    return this.#engine.runQuery<Row & Record<string, string | number | null>>(sql, [...values], {
      turn: this.#turn,
      instance: view.instance,
      datasetId: dataset.id,
    });
  }

  /** The known rows of a question, or those that `find` finds. `name`: the same for questions with the same answer. */
  async #answer<Row>(
    dataset: Dataset,
    days: Pick<TimeRange, 'firstDay' | 'lastDay'>,
    name: readonly unknown[],
    find: (view: DatasetView) => Promise<Row[]>,
  ): Promise<Row[]> {
    const view = await this.#openView(dataset, days);
    if (view.pending) this.#pending.set(dataset.id, view.pending);
    // A reader of one request answers with several views, of which one may lack something.
    else if (this.#turn === undefined) this.#pending.delete(dataset.id);
    try {
      const key = JSON.stringify([dataset, view.version, ...name]);
      const known = this.#known.answers.get(key) as Promise<Row[]> | undefined;
      if (known) return await known;
      const answer = find(view);
      this.#known.answers.set(key, answer, { size: key.length });
      try {
        const rows = await answer;
        // Now its size is known.
        this.#known.answers.set(key, answer, { size: key.length + JSON.stringify(rows).length });
        return rows;
      } catch (error) {
        this.#known.answers.delete(key);
        throw error;
      }
    } finally {
      view.release();
    }
  }

  /**
   * The rows of one list of a question. Lists of the same question that are asked within a moment, as those of a page are, are
   * answered by one statement, which reads the matching visits once.
   */
  async askList(dataset: Dataset, question: Question, list: AskedList): Promise<ResultRow[]> {
    const [known] = await this.#answerFromMemory(dataset, question, [list]);
    if (known) return known;
    return this.#answer(dataset, question.range, ['list', question, list], (view) => {
      const ask = async (lists: readonly AskedList[]): Promise<ResultRow[][]> => {
        const statement: StatementOf<ResultRow> = toListsStatement(question, lists, view);
        const rows = await this.#run(dataset, view, statement);
        return lists.map((_, answer) => rows.filter((row) => row.answer === answer));
      };
      if (!canBeTogether(list)) return ask([list]).then(([rows = []]) => rows);
      const id = JSON.stringify([dataset, view.version, view.instance, question]);
      return this.#known.gathered.ask(id, list, ask);
    });
  }

  /** The rows of several lists of a question, from one statement. */
  async askLists(dataset: Dataset, question: Question, lists: readonly AskedList[]): Promise<ResultRow[][]> {
    const known = await this.#answerFromMemory(dataset, question, lists);
    const others = lists.filter((_, index) => !known[index]);
    if (others.length === 0) return known.map((rows) => rows ?? []);
    const found = await this.#answer(dataset, question.range, ['lists', question, others], (view) => {
      const statement: StatementOf<ResultRow> = toListsStatement(question, others, view);
      return this.#run(dataset, view, statement);
    });
    return lists.map((list, index) => {
      const answer = others.indexOf(list);
      return known[index] ?? found.filter((row) => row.answer === answer);
    });
  }

  /** The rows of lists that need no statement; undefined for the others. */
  async #answerFromMemory(
    dataset: Dataset,
    question: Question,
    lists: readonly AskedList[],
  ): Promise<(ResultRow[] | undefined)[]> {
    const asked = lists.filter((list) => isFromMemory(question, list));
    if (asked.length === 0) return lists.map(() => undefined);
    const answers = await this.#inMemory(dataset, (memory) => answerFromMemory(memory, question, asked));
    return lists.map((list) => answers?.[asked.indexOf(list)]);
  }

  /** Undefined if the dataset has to be counted by DuckDB. */
  async #inMemory<Result>(
    dataset: Dataset,
    work: (memory: DatasetInMemory) => Promise<Result>,
  ): Promise<Result | undefined> {
    const memory = await this.#engine.openMemory(dataset, this.#turn);
    if (!memory) return undefined;
    try {
      const result = await work(memory);
      if (this.#turn === undefined) this.#pending.delete(dataset.id);
      return result;
    } catch (error) {
      if (error instanceof NotInMemory) return undefined;
      throw error;
    }
  }

  /** The orders and refunds in other currencies of some days; undefined if they have to be counted by DuckDB. */
  async listForeignRows(dataset: Dataset, range: TimeRange): Promise<Facts['foreign']> {
    const needs = { whole: [{ first: range.firstDay, last: range.lastDay }], partial: [], columns: [] };
    return (await this.#inMemory(dataset, (memory) => memory.read(needs)))?.foreign;
  }

  /**
   * Writes the stored page views, events, orders and engagement of a range to a Parquet file, and returns a stream that
   * deletes it at its end. Throws a 400 if there are too many, and a 503 while some are not counted yet, because the file
   * could not show that.
   */
  async exportHits(dataset: Dataset, range: TimeRange): Promise<Readable> {
    const view = await this.#openView(dataset, range);
    const options = { turn: this.#turn, instance: view.instance, datasetId: dataset.id };
    try {
      requireWhole(view);
      const count = toHitsCountStatement(range, view);
      const [counted] = await this.#engine.runQuery<{ hits: number }>(count.sql, [...count.values], options);
      if ((counted?.hits ?? 0) > exportedHitsMax) {
        const message = `The range has more than ${exportedHitsMax} hits. Please choose a shorter one.`;
        throw new AppError(400, 'invalid-request', message, { field: 'from' });
      }
      return await this.#writeFile(dataset, view, 'parquet', (path) =>
        toHitsExportStatement(range, view, path),
      );
    } finally {
      view.release();
    }
  }

  /**
   * Writes the rows of one statement to a file of JSON, one row a line, and returns a stream that deletes it at its end. All of
   * them are of one revision, however long the stream is read. Throws a 503 while some are not counted yet.
   */
  async exportRows(
    dataset: Dataset,
    range: TimeRange,
    build: (sources: QuestionSources, path: string) => Statement,
  ): Promise<Readable> {
    const view = await this.#openView(dataset, range);
    try {
      requireWhole(view);
      return await this.#writeFile(dataset, view, 'json', (path) => build(view, path));
    } finally {
      view.release();
    }
  }

  async #writeFile(
    { id: datasetId }: Dataset,
    { instance }: DatasetView,
    type: 'parquet' | 'json',
    build: (path: string) => Statement,
  ): Promise<Readable> {
    const options = { turn: this.#turn, instance, datasetId, timeoutMs: exportTimeoutMs };
    // Statements can write nowhere else.
    const { folder } = await this.#engine.openStore();
    return readTemporaryFile(join(folder, 'tmp'), type, async (path) => {
      const { sql, values } = build(path);
      await this.#engine.runQuery(sql, [...values], options);
    });
  }

  #openView(dataset: Dataset, { firstDay, lastDay }: Pick<TimeRange, 'firstDay' | 'lastDay'>) {
    return this.#engine.openDatasetView(dataset, { first: firstDay, last: lastDay }, this.#turn);
  }
}
