import { ArrowLeftRight, CalendarDays, ChevronLeft, ChevronRight, Keyboard } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { statsPeriods } from '../../../../contract/stats/model/periods.ts';
import { statsComparisons } from '../../../../contract/stats/questions.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { usePortal } from '../view/use-portal.ts';
import { toLocalDate } from './local-time.ts';
import { MatchWeekday } from './match-weekday.tsx';
import { OwnDates } from './own-dates.tsx';
import { comparisonLabels, formatPeriod, periodLabels } from './period-labels.ts';
import { toDates } from './step-period.ts';
import { usePeriodSteps } from './use-period-steps.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((file) => ({ default: file.ShortcutsDialog })),
);

const icon = { className: 'size-5 shrink-0', strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The period of the page, and the one it is compared with. */
export function PeriodBar() {
  const { company, view, changeView } = usePortal();
  const { before, after } = usePeriodSteps();
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useShortcuts(() => setShowsShortcuts(true));
  const today = toLocalDate(Date.now(), company.timeZone);

  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Period of the page</legend>
      <div className="flex items-center gap-1">
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
      </div>
      <Disclosure
        label={
          <>
            <ArrowLeftRight {...icon} />
            <span className="sr-only">Compared with: </span>
            <span>{view.compare === 'none' ? 'No comparison' : `vs ${comparisonLabels[view.compare]}`}</span>
          </>
        }
      >
        {(close) => (
          <div className="grid gap-1">
            {statsComparisons.map((compare) => (
              <Choice
                key={compare}
                isChosen={view.compare === compare}
                onChoose={() => {
                  changeView({ compare });
                  close();
                }}
              >
                Compare with {comparisonLabels[compare]}
              </Choice>
            ))}
            <MatchWeekday />
          </div>
        )}
      </Disclosure>
      <Button
        shape="quiet"
        size="small"
        className="min-h-11 max-sm:hidden"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setShowsShortcuts(true)}
      >
        <Keyboard {...icon} />
      </Button>
      {showsShortcuts && (
        <Suspense>
          <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />
        </Suspense>
      )}
    </fieldset>
  );
}

interface StepButtonProps {
  label: string;
  period: (() => void) | undefined;
  Icon: typeof ChevronLeft;
}

/** Keeps its place and the focus when there is no period to go to. */
function StepButton({ label, period, Icon }: StepButtonProps) {
  return (
    <Button
      shape="quiet"
      size="small"
      className="min-h-11 min-w-11 px-0"
      aria-label={label}
      title={label}
      busy={period === undefined}
      onClick={period}
    >
      <Icon {...icon} />
    </Button>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'min-h-11 rounded-control px-3 text-left sm:min-h-9',
        isChosen ? 'bg-action text-action-ink' : 'hover:bg-sunken',
      )}
    >
      {children}
    </button>
  );
}
