/**
 * The number of decimals of the currencies that have not two (ISO 4217, column "minor unit"). Committed, because the
 * lists of browsers and of Node differ from version to version.
 */
const minorUnits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW'],
      ...['PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
    ].map((code) => [code, 0]),
  ),
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3])),
};

/** The number of decimals of amounts in a currency. */
export const currencyDigits = (currency: string): number => minorUnits[currency] ?? 2;

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * A decimal as text with exactly this number of decimals: `12.5` with two is `12.50`. Undefined if it is no decimal, or
 * has more decimals that are not zero. Never passes through a binary fraction.
 */
export function toFixedDecimal(text: string, digits: number): string | undefined {
  const [, sign = '', whole = '', fraction = ''] = decimal.exec(text.trim()) ?? [];
  if (whole === '' || /[^0]/.test(fraction.slice(digits))) return undefined;
  const integer = whole.replace(/^0+(?=\d)/, '');
  return sign + integer + (digits === 0 ? '' : `.${fraction.slice(0, digits).padEnd(digits, '0')}`);
}

/** A number of JavaScript as text with this number of decimals, rounded half up as its decimal digits are: 1.005 is 1.01. */
export function roundToDecimal(value: number, digits: number): string {
  const text = String(value);
  // Tiny numbers print with an exponent.
  const [whole = '', fraction = ''] = (text.includes('e') ? value.toFixed(10) : text).split('.');
  const units = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return fromMinorUnits(units + ((fraction[digits] ?? '0') >= '5' ? 1n : 0n), digits);
}

/** A decimal in units of the given number of decimals: `12.5` with two is 1250n. */
export function toMinorUnits(text: string, digits: number): bigint {
  const fixed = toFixedDecimal(text, digits);
  if (fixed === undefined) throw new Error(`"${text}" is not a decimal with ${digits} decimals`);
  return BigInt(fixed.replace('.', ''));
}

/** The reverse of `toMinorUnits`: -1250n with two decimals is `-12.50`. */
export function fromMinorUnits(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

/** The nearest whole number to a quotient, half away from zero. The divisor is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const absolute = dividend < 0n ? -dividend : dividend;
  const rounded = (absolute * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -rounded : rounded;
}

/** The sum of decimals, as text with this number of decimals. */
export const addDecimals = (texts: readonly string[], digits: number): string =>
  fromMinorUnits(
    texts.reduce((sum, text) => sum + toMinorUnits(text, digits), 0n),
    digits,
  );
