import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { statsPeriods } from '../../contract/stats/model/periods.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure/disclosure.tsx';
import { useNow } from '../ui/use-now.ts';
import { Choice } from './choice.tsx';
import type { ChooseView } from './choose-view.ts';
import { toLocalDate } from './local-time.ts';
import { OwnDates } from './own-dates.tsx';
import { formatPeriod, periodLabels } from './period-labels.ts';
import { toDates } from './step-period.ts';
import { usePeriodSteps } from './use-period-steps.ts';

const icon = { className: 'size-5 shrink-0', strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The period of the page. Named periods begin and end with the days of the time zone. */
export function PeriodBar({ view, changeView, timeZone }: ChooseView & { timeZone: string }) {
  const { before, after } = usePeriodSteps({ view, changeView, timeZone });
  const today = toLocalDate(useNow(60_000), timeZone);

  return (
    <fieldset className="flex min-w-0 items-center gap-1 sm:-ml-3">
      <legend className="sr-only">Period of the page</legend>
      <StepButton label="Period before" period={before} Icon={ChevronLeft} />
      <Disclosure
        label={
          <>
            <CalendarDays {...icon} />
            <span className="sr-only">Period: </span>
            <span className="text-left whitespace-normal">{formatPeriod(view.period)}</span>
          </>
        }
      >
        {(close) => (
          <div className="grid gap-1">
            {/* A phone has no room for these in the bar. */}
            <div className="grid grid-cols-2 gap-2 pb-1 sm:hidden">
              <StepButton label="Period before" period={before} Icon={ChevronLeft} hasText />
              <StepButton label="Period after" period={after} Icon={ChevronRight} hasText />
            </div>
            {statsPeriods.map((period) => (
              <Choice
                key={period}
                isChosen={'period' in view.period && view.period.period === period}
                onChoose={() => {
                  changeView({ period: { period } });
                  close();
                }}
              >
                {periodLabels[period]}
              </Choice>
            ))}
            <OwnDates
              key={formatPeriod(view.period)}
              initial={toDates(view.period, today) ?? { from: today, to: today }}
              onChoose={(period) => {
                changeView({ period });
                close();
              }}
            />
          </div>
        )}
      </Disclosure>
      <StepButton label="Period after" period={after} Icon={ChevronRight} />
    </fieldset>
  );
}

interface StepButtonProps {
  label: string;
  period: (() => void) | undefined;
  Icon: typeof ChevronLeft;
  hasText?: boolean;
}

/** Keeps its place and the focus when there is no period to go to. */
function StepButton({ label, period, Icon, hasText = false }: StepButtonProps) {
  return (
    <Button
      shape={hasText ? 'secondary' : 'quiet'}
      size="small"
      className={hasText ? 'min-h-11' : 'min-h-11 min-w-11 px-0 max-sm:hidden'}
      aria-label={label}
      title={label}
      busy={period === undefined}
      onClick={period}
    >
      <Icon {...icon} />
      {hasText && <span className="capitalize">{label.replace('Period ', '')}</span>}
    </Button>
  );
}
