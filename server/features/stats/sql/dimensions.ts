import type { FilterSubject } from '../../../../contract/stats/filter.ts';
import {
  type RowDimension,
  rowDimensions,
  type StatsDimension,
  type VisitDimension,
  visitDimensions,
} from '../../../../contract/stats/model/definitions.ts';
import type { StatementValues } from './statement-values.ts';

/** Columns of `visits`, and of the same name in `hits`. */
export const visitColumns: Record<VisitDimension, string> = {
  'entry-page': 'entry_page',
  'exit-page': 'exit_page',
  source: 'source',
  referrer: 'referrer',
  channel: 'channel',
  'utm-source': 'utm_source',
  'utm-medium': 'utm_medium',
  'utm-campaign': 'utm_campaign',
  'utm-term': 'utm_term',
  'utm-content': 'utm_content',
  country: 'country',
  region: 'region',
  city: 'city',
  language: 'language',
  browser: 'browser',
  'browser-version': 'browser_version',
  os: 'os',
  'os-version': 'os_version',
  device: 'device',
  screen: 'screen',
};

const visitNames: readonly string[] = visitDimensions;
const rowNames: readonly string[] = rowDimensions;

export const isVisitDimension = (subject: FilterSubject): subject is VisitDimension =>
  visitNames.includes(subject);

const isNamedRowDimension = (subject: FilterSubject): subject is RowDimension => rowNames.includes(subject);

export type PropertyDimension = Extract<StatsDimension, `property:${string}`>;
export const isRowDimension = (subject: FilterSubject): subject is RowDimension | PropertyDimension =>
  isNamedRowDimension(subject) || subject.startsWith('property:');

interface RowColumn {
  /** The value of a row of `hits`; null if the row has none. */
  value: string;
  /** The kinds of rows that have the dimension. */
  kinds: string;
  /**
   * Flags of the first row with its value in its visit, and of its visitor on its day, among rows of these kinds.
   * Undefined where no file has them.
   */
  first?: { ofVisit: string; ofVisitor: string };
}

/** Page views and custom events: the rows that statistics count. */
export const countedKinds = '(is_page_view OR is_event)';
const eventKind = 'is_event';

const rowColumns: Record<RowDimension, RowColumn> = {
  page: {
    value: 'path',
    kinds: countedKinds,
    first: { ofVisit: 'first_path', ofVisitor: 'first_path_of_visitor' },
  },
  host: {
    value: 'host',
    kinds: countedKinds,
    first: { ofVisit: 'first_host', ofVisitor: 'first_host_of_visitor' },
  },
  event: {
    value: 'event_name',
    kinds: eventKind,
    first: { ofVisit: 'first_event', ofVisitor: 'first_event_of_visitor' },
  },
};

/** The column of `hits` with the dimension; undefined for a property, which has none. */
export const findRowColumn = (dimension: RowDimension | PropertyDimension): string | undefined =>
  isNamedRowDimension(dimension) ? rowColumns[dimension].value : undefined;

export function toRowColumn(dimension: RowDimension | PropertyDimension, values: StatementValues): RowColumn {
  if (isNamedRowDimension(dimension)) return rowColumns[dimension];
  // A JSON path with a quoted name: names may contain dots, and never quotes.
  const path = values.bind(`$."${dimension.slice('property:'.length)}"`);
  return { value: `json_extract_string(properties, ${path})`, kinds: eventKind };
}
