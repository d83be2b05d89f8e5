import { getTableColumns } from 'drizzle-orm';
import { events } from '../../db/schema/tracking.ts';
import { toSqlLiteral } from '../../db/sql-literal.ts';

export type StoredEvent = typeof events.$inferSelect;
export type EventColumn = keyof StoredEvent;

/** Facts about a column of `events` that the server has to know, apart from its type. */
type ColumnFacts = {
  /**
   * How statistics use it. `column`: as it is stored. `part`: another column is computed from it. The others are dimensions of
   * visits; they differ in the text of a missing value: `unknown`, `(none)` for `campaign`, `Direct` for `source`.
   */
  statistics: 'no' | 'part' | 'column' | 'dimension' | 'campaign' | 'source';
  /** May contain an email address by mistake, which is masked. Required, because a forgotten one would be stored. */
  isFreeText: boolean;
  /**
   * The first version of the files of segments that has the dimension, one more than the newest one so far. Undefined if all
   * versions have it.
   */
  since?: number;
} & (
  | {
      /** The subject of the value: the event itself, or its visitor, whom an erasure removes. */
      of: 'row' | 'visitor';
    }
  | {
      /**
       * The value describes where the visitor came from and with what. A refund has it of its order's visit, and an order loses
       * it when its visitor is erased.
       */
      of: 'visit';
      withoutVisit: string | null;
    }
);

/** A column without facts does not compile. */
export type EventColumnFacts = Record<EventColumn, ColumnFacts>;

/**
 * Every column of `events`, in the order of the exported rows. What inserts, loads, erases, inherits, exports or recounts
 * events derives its columns from this list, so that a new column cannot be forgotten.
 */
export const eventColumns = {
  company_id: { of: 'row', statistics: 'no', isFreeText: false },
  id: { of: 'row', statistics: 'column', isFreeText: false },
  kind: { of: 'row', statistics: 'column', isFreeText: false },
  session_id: { of: 'visitor', statistics: 'part', isFreeText: false },
  visitor_id: { of: 'visitor', statistics: 'part', isFreeText: false },
  tab_id: { of: 'visitor', statistics: 'no', isFreeText: false },
  occurred_at: { of: 'row', statistics: 'part', isFreeText: false },
  path: { of: 'visit', withoutVisit: '', statistics: 'column', isFreeText: true },
  host: { of: 'visit', withoutVisit: '', statistics: 'column', isFreeText: false },
  event_name: { of: 'row', statistics: 'column', isFreeText: false },
  properties: { of: 'visitor', statistics: 'column', isFreeText: false },
  engaged_ms: { of: 'row', statistics: 'column', isFreeText: false },
  order_id: { of: 'row', statistics: 'column', isFreeText: false },
  amount: { of: 'row', statistics: 'part', isFreeText: false },
  currency: { of: 'row', statistics: 'no', isFreeText: false },
  referrer_host: { of: 'visit', withoutVisit: '', statistics: 'part', isFreeText: false },
  referrer_path: { of: 'visit', withoutVisit: '', statistics: 'part', isFreeText: true },
  source: { of: 'visit', withoutVisit: 'Direct', statistics: 'source', isFreeText: true },
  channel: { of: 'visit', withoutVisit: 'Direct', statistics: 'source', isFreeText: false },
  utm_source: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: true },
  utm_medium: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: true },
  utm_campaign: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: true },
  utm_term: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: true },
  utm_content: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: true },
  click_id: { of: 'visit', withoutVisit: null, statistics: 'campaign', isFreeText: false },
  country: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  region: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  city: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  language: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  browser: { of: 'visit', withoutVisit: 'Other', statistics: 'dimension', isFreeText: false },
  browser_version: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  os: { of: 'visit', withoutVisit: 'Other', statistics: 'dimension', isFreeText: false },
  os_version: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
  device: { of: 'visit', withoutVisit: 'other', statistics: 'dimension', isFreeText: false },
  screen: { of: 'visit', withoutVisit: null, statistics: 'dimension', isFreeText: false },
} as const satisfies EventColumnFacts;

type ColumnsOf<Facts> = {
  [Name in EventColumn]: (typeof eventColumns)[Name] extends Facts ? Name : never;
}[EventColumn];

/** Columns that a refund has of its order's visit. */
export type InheritedColumn = ColumnsOf<{ of: 'visit' }>;
/** Columns that a refund does not have of its order's visit. Its company is given apart. */
export type OwnColumn = Exclude<EventColumn, InheritedColumn | 'company_id'>;
/** Columns that statistics read as they are stored. */
export type PlainColumn = ColumnsOf<{ statistics: 'column' }>;
export type DimensionColumn = ColumnsOf<{ statistics: 'dimension' | 'campaign' | 'source' }>;
export type FreeTextColumn = ColumnsOf<{ isFreeText: true }>;
/** Columns that statistics ignore. */
export type UnreadColumn = ColumnsOf<{ statistics: 'no' }>;
/** Columns that an event brings with it. Its company is given apart, and sessions are of versions before 0.2. */
export type GivenColumn = Exclude<EventColumn, 'company_id' | 'session_id'>;

const isColumn = (name: string): name is EventColumn => name in eventColumns;
const factsOf = (name: EventColumn): ColumnFacts => eventColumns[name];
const columns = Object.keys(eventColumns).filter(isColumn);

export const givenColumns = columns.filter(
  (name): name is GivenColumn => name !== 'company_id' && name !== 'session_id',
);
export const plainColumns = columns.filter(
  (name): name is PlainColumn => factsOf(name).statistics === 'column',
);
export const dimensionColumns = columns.filter((name): name is DimensionColumn =>
  ['dimension', 'campaign', 'source'].includes(factsOf(name).statistics),
);
export const inheritedColumns = columns.filter(
  (name): name is InheritedColumn => factsOf(name).of === 'visit',
);
export const ownColumns = columns.filter(
  (name): name is OwnColumn => name !== 'company_id' && factsOf(name).of !== 'visit',
);
export const freeTextColumns = columns.filter((name): name is FreeTextColumn => factsOf(name).isFreeText);
/** Columns that statistics do not ignore. */
export const statisticsColumns = columns.filter(
  (name): name is Exclude<EventColumn, UnreadColumn> => factsOf(name).statistics !== 'no',
);
/** The version of the files of segments with which dimensions were added. */
export const dimensionVersions: Readonly<Record<string, number>> = Object.fromEntries(
  dimensionColumns.flatMap((name) => {
    const { since } = factsOf(name);
    return since === undefined ? [] : [[name, since]];
  }),
);
/** Columns of which an erasure leaves nothing. */
export const visitorColumns = columns.filter((name) => factsOf(name).of === 'visitor');

/** The value of an inherited column without a visit, as SQL. */
export function toValueWithoutVisit(name: InheritedColumn): string {
  const { withoutVisit } = eventColumns[name];
  return withoutVisit === null ? 'NULL' : toSqlLiteral(withoutVisit);
}

const definitions = getTableColumns(events);

/** The type of a column in PostgreSQL. */
export const toColumnType = (name: EventColumn): string => definitions[name].getSQLType();

const duckDbTypes: Record<string, string> = {
  bigint: 'BIGINT',
  integer: 'INTEGER',
  jsonb: 'VARCHAR',
  text: 'VARCHAR',
  uuid: 'UUID',
};

/** The type of a column that statistics read as it is stored, in DuckDB. */
export function toDuckDbType(
  name: PlainColumn | DimensionColumn | 'referrer_host' | 'referrer_path',
): string {
  const type = duckDbTypes[toColumnType(name)];
  if (type === undefined) throw new Error(`the column ${name} of events has no type in DuckDB`);
  return type;
}
