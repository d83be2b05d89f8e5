import { maskedEmail } from '../../../../contract/constants.ts';
import { type FreeTextColumn, freeTextColumns } from '../event-columns.ts';

// An escaped character: `%2B`, or `%252B` where an address was escaped twice. Escaped letters, digits, bytes of UTF-8
// and the signs that a name may contain belong to an address; an escaped `/`, space or `=` does not.
const escaped = (codes: string) => `%(?:25){0,3}(?:${codes})`;
const escapedWord = '3\\d|4[1-9a-f]|5[\\da]|6[1-9a-f]|7[\\da]|[89a-f][\\da-f]';
const escapedSign = '2[1347abde]|5[ef]|60|7[b-e]';

// The second half excludes the digits of an escape that does not belong to an address.
const nameUnit = `(?:${escaped(`${escapedWord}|${escapedSign}`)}|(?<!%[\\da-f]?)[\\p{L}\\p{N}\\p{M}!#$'*+^_\`{|}~.-])`;
const hostUnit = `(?:${escaped(`${escapedWord}|2d`)}|[\\p{L}\\p{N}\\p{M}-])`;
const alphabetic = `(?:${escaped('4[1-9a-f]|5[\\da]|6[1-9a-f]|7[\\da]|[89a-f][\\da-f]')}|[\\p{L}\\p{M}])`;
const dot = `(?:\\.|${escaped('2e')})`;
const at = `(?:@|${escaped('40')}|\uff20|\ufe6b)`;
/** `logo@2x.png` is a picture. */
const noPicture = '(?!\\d+x\\.(?:png|jpe?g|gif|webp|avif|svg)\\b)';

// The name is read backwards from the sign, so that a long text without an address costs one pass.
const nameAndAt = `${at}(?<=(${nameUnit}+)${at})`;
const address = new RegExp(
  `${nameAndAt}${noPicture}(?:${hostUnit}+${dot})+${alphabetic}{2}${hostUnit}*`,
  'giu',
);
/** An address whose end was cut off with the text. */
const cutAddress = new RegExp(`${nameAndAt}(?:${hostUnit}|${dot})*$`, 'iu');
/** Texts are cut at 200 characters and more. Where that happened, the last address may have lost its end. */
const cutLengthMin = 200;
const mayContain = /[@\uff20\ufe6b]|%(?:25)*40/i;

/** Replaces what looks like an email address, as it is or escaped (`ada%40example.com`), by "(email)". */
export function maskEmails(text: string): string {
  if (!mayContain.test(text)) return text;
  let masked = '';
  let end = 0;
  const cut = text.length >= cutLengthMin ? cutAddress.exec(text) : null;
  for (const found of [...text.matchAll(address), ...(cut ? [cut] : [])]) {
    // An address may begin inside the one before, which is masked already (`a@b.example@c.example`).
    const start = Math.max(end, found.index - (found[1]?.length ?? 0));
    if (found.index + found[0].length <= end) continue;
    masked += text.slice(end, start) + maskedEmail;
    end = found.index + found[0].length;
  }
  return masked + text.slice(end);
}

type Text = string | null | undefined;

/** The masked fields of a row of `events`, collected or loaded. */
interface MaskedRow extends Partial<Record<FreeTextColumn, Text>> {
  kind: string;
  event_name?: Text;
  properties?: Record<string, string | number | boolean> | null | undefined;
}

/** Masks every text of an event in which a site may put an address by mistake. Ids of orders and refunds stay. */
function maskRow(row: MaskedRow): void {
  for (const column of freeTextColumns) {
    const text = row[column];
    if (text) row[column] = maskEmails(text);
  }
  // The event name of a refund is the refund's id.
  if (row.event_name && row.kind === 'event') row.event_name = maskEmails(row.event_name);
  if (row.properties) row.properties = maskValues(row.properties);
}

/** Masks a collected event, and what presence stores of it. */
export function maskCollected(rows: {
  event: MaskedRow | undefined;
  presence: { page_url: string; source: string | undefined } | undefined;
}): void {
  const { event, presence } = rows;
  if (event) maskRow(event);
  if (!presence) return;
  presence.page_url = maskEmails(presence.page_url);
  if (presence.source) presence.source = maskEmails(presence.source);
}

/** The event itself if there is nothing to mask, otherwise a masked copy. */
export function toMaskedRow<Row extends MaskedRow>(row: Row): Row {
  const texts = [row.event_name, ...freeTextColumns.map((column) => row[column])];
  const values = row.properties ? Object.values(row.properties) : [];
  if (![...texts, ...values].some((text) => typeof text === 'string' && mayContain.test(text))) return row;
  const masked = { ...row };
  maskRow(masked);
  return masked;
}

function maskValues<Value>(properties: Record<string, Value>): Record<string, Value | string> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskEmails(value) : value,
    ]),
  );
}
