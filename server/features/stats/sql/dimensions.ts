import {
  dimensions,
  isNamedDimension,
  isVisitDimension,
  type PropertyDimension,
  type RowDimension,
  type VisitDimension,
} from '../../../../contract/stats/model/dimensions.ts';
import { hitDimensions } from '../../segments/segments.ts';
import type { StatementValues } from './statement-values.ts';

/** The column of a dimension in `visits`, and of a refund in `hits`. */
export const toVisitColumn = (dimension: VisitDimension): string => dimensions[dimension].column;

/** Whether the rows of a visit in `hits` have a column of its dimensions. */
export const hasHitColumn = (column: string): boolean => hitDimensions.has(column);

const isNamedRowDimension = (subject: string): subject is RowDimension =>
  isNamedDimension(subject) && !isVisitDimension(subject);
export const isRowDimension = (subject: string): subject is RowDimension | PropertyDimension =>
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

/** The kinds of rows that have a dimension, and its flags in `hits`. */
const rowFacts = {
  page: { kinds: countedKinds, flag: 'path' },
  host: { kinds: countedKinds, flag: 'host' },
  event: { kinds: eventKind, flag: 'event' },
} as const satisfies Record<RowDimension, { kinds: string; flag: string }>;

/** The column of `hits` with the dimension; undefined for a property, which has none. */
export const findRowColumn = (dimension: RowDimension | PropertyDimension): string | undefined =>
  isNamedRowDimension(dimension) ? dimensions[dimension].column : undefined;

export function toRowColumn(dimension: RowDimension | PropertyDimension, values: StatementValues): RowColumn {
  if (isNamedRowDimension(dimension)) {
    const { kinds, flag } = rowFacts[dimension];
    const first = { ofVisit: `first_${flag}`, ofVisitor: `first_${flag}_of_visitor` };
    return { value: dimensions[dimension].column, kinds, first };
  }
  // A JSON path with a quoted name: names may contain dots, and never quotes.
  const path = values.bind(`$."${dimension.slice('property:'.length)}"`);
  return { value: `json_extract_string(properties, ${path})`, kinds: eventKind };
}
