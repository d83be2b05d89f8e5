import type { StoredEvent, UnreadColumn } from '../../tracking/event-columns.ts';

/** A row of `events` as it is stored. Names and nulls are those of the table. */
export interface RawEvent extends Omit<StoredEvent, UnreadColumn | 'occurred_at' | 'visitor_id'> {
  /** Microseconds since 1970, the precision of the table. */
  occurred_at: number;
  /** Decimal text: a bigint does not fit a number of JavaScript. */
  visitor_id: string | null;
}

/** The present state of a shop order. */
export interface RawOrder {
  /** In ten-thousandths of the currency's unit, as the amounts of refunds. */
  amount: bigint;
  /** Null for the company's currency. */
  foreignCurrency: string | null;
  isVerified: boolean;
}

/** The table of sources and channels, for rows that were stored before the server looked it up. */
export interface SourceTable {
  toSource: (referrerHost: string) => string;
  toChannel: (referrerHost: string) => string;
}

/** Ten-thousandths of a decimal text with at most four decimals. */
export function toUnits(decimal: string): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(decimal);
  if (!parts) throw new Error(`${decimal} is not an amount`);
  const [, sign, whole = '', fraction = ''] = parts;
  const units = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
  return sign === '-' ? -units : units;
}

/** Rounded half away from zero to a number of decimals. `units` are divided by `by` before. */
export function toDecimal(units: bigint, digits: number, by = 1): string {
  const sign = units < 0n ? '-' : '';
  const scaled = (units < 0n ? -units : units) * 10n ** BigInt(digits);
  const divisor = 10_000n * BigInt(by);
  const rounded = scaled / divisor + ((scaled % divisor) * 2n >= divisor ? 1n : 0n);
  if (digits === 0) return `${rounded === 0n ? '' : sign}${rounded}`;
  const text = rounded.toString().padStart(digits + 1, '0');
  return `${rounded === 0n ? '' : sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
