import { currencyDigits, toMinorUnits } from '../../../../contract/rules/decimal.ts';
import { toMoneyText } from '../metric-values.ts';
import { moneyDigits } from '../sql/aggregates.ts';

/** An amount as it is stored, in the smallest unit of stored amounts. */
export const toStoredUnits = (amount: string): bigint => toMinorUnits(amount, moneyDigits);

/** A stored amount with the decimals of its currency. */
export const toAmountText = (amount: string, currency: string): string =>
  toMoneyText(toStoredUnits(amount), currencyDigits(currency));
