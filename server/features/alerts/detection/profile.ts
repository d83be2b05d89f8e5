import { z } from 'zod';
import type { ExcludedDays } from './rules/examine-day.ts';
import type { History } from './rules/history.ts';
import { type HourRates, toHourRates } from './rules/hour-rates.ts';
import { comparedDays } from './rules/usual-count.ts';

const counts = z.array(z.number());
export const storedRates = z.object({
  hours: counts,
  perDay: z.number(),
  dispersion: z.number(),
  days: z.int(),
});

/** The usual counts of a company, as they are stored. A profile of another release is not read, but computed again. */
export const storedProfile = z.object({
  version: z.literal(1),
  /** The days of the weeks before the day it was computed on. */
  history: z.array(
    z.object({
      ...{ day: z.string(), visitors: z.number(), visits: counts, orders: counts },
      ...{ revenue: z.number(), refunds: z.number(), rejected: z.number(), hits: z.number() },
    }),
  ),
  visits: storedRates,
  orders: storedRates,
});
type Profile = z.infer<typeof storedProfile>;

/** The days that are compared with an examined day: eight weeks, the week before them, and the day itself. */
export const profileDays = comparedDays + 8;

export function toProfile(history: History, excluded: ExcludedDays): Profile {
  const compared = history.slice(-comparedDays).filter(({ day }) => !excluded.has(day));
  return {
    version: 1,
    history: history.slice(-profileDays).map((day) => ({
      ...{ ...day, visits: [...day.visits], orders: [...day.orders] },
    })),
    visits: shorten(toHourRates(compared, 'visits')),
    orders: shorten(toHourRates(compared, 'orders')),
  };
}

/** Four digits after the point, so that the job reads less. */
const shorten = (rates: HourRates) => ({
  ...rates,
  hours: rates.hours.map((rate) => Number(rate.toFixed(4))),
});
