/** A row of `events` as it is stored. Names and nulls are those of the table. */
export interface RawEvent {
  id: string;
  kind: string;
  session_id: string | null;
  path: string;
  referrer_host: string;
  browser: string;
  os: string;
  device: string;
  order_id: string | null;
  /** Microseconds since 1970, the precision of the table. */
  occurred_at: number;
  /** Decimal text: a bigint does not fit a number of JavaScript. */
  visitor_id: string | null;
  host: string | null;
  referrer_path: string | null;
  source: string | null;
  channel: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  click_id: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  language: string | null;
  browser_version: string | null;
  os_version: string | null;
  screen: string | null;
  event_name: string | null;
  properties: Record<string, string | number | boolean> | null;
  engaged_ms: number | null;
}

/** What a shop order counts now, in hundredths of the currency's unit. */
export interface RawOrder {
  amountCents: bigint;
  refundedCents: bigint;
}

/** The table of sources and channels, for rows that were stored before the server looked it up. */
export interface SourceTable {
  toSource: (referrerHost: string) => string;
  toChannel: (referrerHost: string) => string;
}

/** Hundredths of a decimal text with at most two decimals. */
export function toCents(decimal: string): bigint {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal);
  if (!parts) throw new Error(`${decimal} is not an amount`);
  return BigInt(parts[1] ?? '') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
}

export function toDecimal(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
