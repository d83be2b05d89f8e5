import { useNow } from '../ui/use-now.ts';
import type { ChooseView } from './choose-view.ts';
import { toLocalDate } from './local-time.ts';
import { stepPeriod } from './step-period.ts';

/** Goes to the period of the same length before or after; undefined without such a period. */
export function usePeriodSteps({ view, changeView, timeZone }: ChooseView & { timeZone: string }) {
  const today = toLocalDate(useNow(60_000), timeZone);
  const toStep = (by: 1 | -1) => {
    const period = stepPeriod(view.period, by, today);
    return period && (() => changeView({ period }));
  };
  return { before: toStep(-1), after: toStep(1) };
}
