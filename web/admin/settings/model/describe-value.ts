import { formatSupportHours } from '../../../../contract/site/brand.ts';
import { purchaseCurrencies } from '../../../../contract/site/purchase-currencies.ts';
import { typefaces } from '../../../../contract/site/typefaces.ts';
import { formatAmount } from './amounts.ts';
import { type FieldPath, type FieldValues, type OwnLegalText, originalOf } from './setting-fields.ts';

const textMax = 120;

/** A value in a few words, for lists of changes. */
export function describeValue(path: FieldPath, stored: unknown): string {
  if (stored === undefined) return describeOriginal(path);
  if (path === 'look.logoLight' || path === 'look.logoDark') return 'an uploaded picture';
  if (path === 'look.typeface') return typefaces[stored as FieldValues['look.typeface']].label;
  if (path === 'brand.supportHours') return formatSupportHours(stored as FieldValues['brand.supportHours']);
  if (path === 'currencies') return (stored as FieldValues['currencies']).join(', ').toUpperCase();
  if (path.endsWith('.prices')) return describePrices(stored);
  if (path.startsWith('legal.')) return shorten(`your text: ${(stored as OwnLegalText).text}`);
  if (path === 'reviews') return stored === null ? 'not shown' : (stored as readonly number[]).join(', ');
  if (typeof stored === 'boolean') return stored ? 'on' : 'off';
  if (!Array.isArray(stored)) return shorten(String(stored));
  if (path.endsWith('.features')) return shorten(stored.join(' · '));
  return stored.length === 1 ? '1 entry' : `${stored.length} entries`;
}

function describeOriginal(path: FieldPath): string {
  const original = originalOf(path);
  if (original !== undefined) return describeValue(path, original);
  return path === 'look.logoDark' ? 'the same as on light pages' : 'the original';
}

function describePrices(stored: unknown): string {
  if (typeof stored !== 'object' || stored === null) return '';
  return purchaseCurrencies
    .flatMap((code) => {
      const amount: unknown = Reflect.get(stored, code);
      return typeof amount === 'number' ? [`${code.toUpperCase()} ${formatAmount(amount, code)}`] : [];
    })
    .join(', ');
}

const shorten = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text);
