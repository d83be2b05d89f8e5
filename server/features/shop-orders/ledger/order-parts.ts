import { addDecimals, currencyDigits } from '../../../../contract/rules/decimal.ts';
import { type OrderPart, orderParts } from '../../../../contract/shop/orders.ts';
import { AppError } from '../../../platform/errors.ts';
import type { OrderPartAmounts } from './ledger.queries.ts';

/** More decimals than any currency has. */
const partDigits = 4;

interface StoredParts extends OrderPartAmounts {
  /** The amount of the order, which stays. */
  amount: string;
  currency: string;
}

/**
 * The parts of an order of the order API after it was reported again with the same amount: missing parts are added, known
 * ones are final, as the amount is. Undefined if nothing changes.
 * @throws {AppError} 409 `order-amount-differs` with the part that is known with another amount, or with which the parts are
 * more than the amount.
 */
export function addParts(
  stored: StoredParts,
  given: OrderPartAmounts,
  path: string,
): OrderPartAmounts | undefined {
  for (const name of orderParts) {
    const [known, sent] = [stored[name], given[name]];
    if (known !== null && sent !== null && Number(known) !== Number(sent))
      throw partDiffers(name, { known, currency: stored.currency, path });
  }
  const parts = fillParts(stored, given);
  if (!isChanged(stored, parts)) return undefined;
  const added = orderParts.find((name) => stored[name] === null && given[name] !== null);
  if (added && exceeds(parts, stored.amount)) throw partsTooLarge(`${path}${added}`);
  return parts;
}

/**
 * The parts of a provider's order after a delivery with the same amount: those of a later delivery replace the known ones, any
 * other adds those that are missing. Undefined if nothing changes.
 */
export function takeParts(
  stored: StoredParts,
  given: OrderPartAmounts,
  isLater: boolean,
): OrderPartAmounts | undefined {
  const merged = isLater ? fillParts(given, stored) : fillParts(stored, given);
  // Parts of two deliveries need not fit together.
  const parts = exceeds(merged, stored.amount) ? (isLater ? given : stored) : merged;
  return isChanged(stored, parts) ? parts : undefined;
}

const fillParts = (first: OrderPartAmounts, second: OrderPartAmounts): OrderPartAmounts => ({
  tax: first.tax ?? second.tax,
  shipping: first.shipping ?? second.shipping,
  net: first.net ?? second.net,
});

const isChanged = (stored: OrderPartAmounts, parts: OrderPartAmounts) =>
  orderParts.some((name) => toNumber(stored[name]) !== toNumber(parts[name]));

const toNumber = (amount: string | null) => (amount === null ? null : Number(amount));

const exceeds = ({ tax, shipping, net }: OrderPartAmounts, amount: string) =>
  Number(addDecimals([tax ?? '0', shipping ?? '0', net ?? '0'], partDigits)) > Number(amount);

function partDiffers(
  name: OrderPart,
  { known, currency, path }: { known: string; currency: string; path: string },
): AppError {
  const shown = addDecimals([known], currencyDigits(currency));
  const message = `This order is already recorded with ${shown} ${currency} as ${name}, which is final as its amount is.`;
  return new AppError(409, 'order-amount-differs', message, { field: `${path}${name}` });
}

function partsTooLarge(field: string): AppError {
  const message = 'With this part and those that are recorded already, the parts are more than the amount.';
  return new AppError(409, 'order-amount-differs', message, { field });
}
