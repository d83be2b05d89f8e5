import { toMinorUnits } from '../../../../contract/rules/decimal.ts';
import { noneValue, unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import { dimensionColumns, eventColumns } from '../../tracking/event-columns.ts';
import { toOldSource } from '../old-sources.ts';
import type { Dimensions, Row } from './group-visits.ts';
import type { StoredRow } from './memory.queries.ts';

const moneyDigits = 4;
/** Texts and groups of dimensions that are kept once, although many rows have them. */
const sharedMax = 50_000;

/** Reads stored rows as `raw-rows.ts` does for files. Equal texts and dimensions are shared by the rows. */
export class RowReader {
  readonly #texts = new Map<string, string>();
  readonly #dimensions = new Map<string, Dimensions>();

  toRow(stored: StoredRow): Row {
    return {
      id: stored.id,
      at: stored.at,
      visitor: stored.visitor ?? undefined,
      kind: this.#share(stored.kind),
      path: this.#share(stored.path),
      host: this.#share(orUnknown(stored.host)),
      eventName: stored.event_name === null ? null : this.#share(stored.event_name),
      engagedMs: stored.kind === 'engagement' ? (stored.engaged_ms ?? 0) : 0,
      amount: stored.amount === null ? null : toMinorUnits(stored.amount, moneyDigits),
      foreignCurrency: stored.foreign_currency,
      isVerified: stored.is_verified === true,
      dimensions: this.#toDimensions(stored),
    };
  }

  #share(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= sharedMax) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }

  #toDimensions(stored: StoredRow): Dimensions {
    let key = `${stored.host === null}\n${stored.referrer_host}\n${stored.referrer_path}`;
    for (const name of dimensionColumns) key += `\n${stored[name]}`;
    const known = this.#dimensions.get(key);
    if (known) return known;
    if (this.#dimensions.size >= sharedMax) this.#dimensions.clear();
    const dimensions = toDimensions(stored, (text) => this.#share(text));
    this.#dimensions.set(key, dimensions);
    return dimensions;
  }
}

const orUnknown = (text: string | null) => (text === null || text === '' ? unknownValue : text);

function toDimensions(stored: StoredRow, share: (text: string) => string): Dimensions {
  const isOld = stored.host === null;
  const host = stored.referrer_host ?? '';
  const referrer = host === '' ? '' : host + (stored.referrer_path ?? '');
  const [oldSource, oldChannel] = isOld ? toOldSource(referrer) : ['', ''];
  const dimensions: Record<string, string> = { referrer: share(referrer === '' ? noneValue : referrer) };
  for (const name of dimensionColumns) {
    const given = stored[name];
    const { statistics } = eventColumns[name];
    let value = orUnknown(given);
    if (statistics === 'campaign' && !isOld && (given === null || given === '')) value = noneValue;
    if (statistics === 'campaign' && isOld) value = unknownValue;
    if (statistics === 'source' && isOld) value = name === 'source' ? oldSource : oldChannel;
    if (statistics === 'source' && !isOld && (given === null || given === '')) value = 'Direct';
    dimensions[name] = share(value);
  }
  return dimensions;
}
