import type { DayRange } from '../export.queries.ts';
import type { Pending } from './pending.ts';
import type { Relations } from './relations.ts';

export interface Dataset {
  id: string;
  /** IANA name. */
  timeZone: string;
}

export interface DatasetView extends Relations {
  /** The same relations for some of the days, from fewer files. */
  ofDays: (days: DayRange) => Relations;
  /**
   * The daily sums of some of the days, as SQL for FROM with the columns of `columns.ts`, and the relations with what
   * they do not contain. Undefined where there is nothing.
   */
  summed: (days: DayRange) => { sums: string | undefined; rest: Relations | undefined };
  /** Everything committed up to this revision is in the relations, and nothing later. */
  revision: number;
  /** Views of a dataset with the same version have the same rows. */
  version: string;
  /** Events that the relations do not have yet; null if they are complete. */
  pending: Pending | null;
  /** The instance of DuckDB that the tables are in (`DuckDb.read`). */
  instance: number;
  /** The local date of the dataset's first event; null without one. */
  firstDay: string | null;
  /** Call it once when the questions are answered: until then the files and tables stay. */
  release: () => void;
}
