import type { EventRow } from './event-batch.ts';

/** The columns of `events` that a batch fills, besides `company_id`, with their types. */
const eventColumnTypes = {
  id: 'uuid',
  kind: 'text',
  path: 'text',
  referrer_host: 'text',
  browser: 'text',
  os: 'text',
  device: 'text',
  order_id: 'text',
  amount: 'numeric',
  occurred_at: 'timestamptz',
  visitor_id: 'bigint',
  tab_id: 'bigint',
  host: 'text',
  referrer_path: 'text',
  source: 'text',
  channel: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  utm_term: 'text',
  utm_content: 'text',
  click_id: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  language: 'text',
  browser_version: 'text',
  os_version: 'text',
  screen: 'text',
  event_name: 'text',
  properties: 'jsonb',
  engaged_ms: 'integer',
  currency: 'text',
} as const satisfies Partial<Record<keyof EventRow, string>>;

export const eventColumnList = Object.keys(eventColumnTypes).filter(isEventColumn);
export const eventColumnNames = eventColumnList.join(', ');
export const eventRecordTypes = Object.entries(eventColumnTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

function isEventColumn(name: string): name is keyof typeof eventColumnTypes {
  return name in eventColumnTypes;
}
