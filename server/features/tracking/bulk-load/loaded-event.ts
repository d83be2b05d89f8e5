import type { CopyText } from '../../../db/copy-text.ts';
import type { events } from '../../../db/schema/tracking.ts';

type EventColumns = Omit<typeof events.$inferInsert, 'company_id' | 'session_id' | 'kind' | 'host'>;

/**
 * An event to load, with its own time. Columns that were not recorded are left out, or `unknown` where a text is
 * required; source and channel then follow from referrer and campaign. `visitor_id` belongs to one day of the company: the same browser has another one on the next day.
 */
export interface LoadedEvent extends EventColumns {
  kind: 'pageview' | 'event' | 'order' | 'engagement' | 'session';
  host: string;
  /** Of an order: decimal text. */
  refunded_amount?: string;
  /** Of an order: who reported it, as in `shop_orders`. Default: `server`. */
  reported_by?: 'page' | 'server';
}

/** Columns of `events` in the order of a line. */
export const loadedColumns = [
  'id',
  'kind',
  'path',
  'referrer_host',
  'browser',
  'os',
  'device',
  'order_id',
  'amount',
  'occurred_at',
  'visitor_id',
  'tab_id',
  'host',
  'referrer_path',
  'source',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'click_id',
  'country',
  'region',
  'city',
  'language',
  'browser_version',
  'os_version',
  'screen',
  'event_name',
  'properties',
  'engaged_ms',
  'currency',
] as const satisfies readonly (keyof LoadedEvent)[];

/** Appends a row of `events` without its company. */
export function writeEvent(text: CopyText, event: LoadedEvent): void {
  for (const column of loadedColumns) text.write(event[column]);
  text.endLine();
}

/** Where the line of an event begins and ends in a text of `writeEvent`. */
export interface EventLine {
  start: number;
  end: number;
}
