import { useQuery } from '@tanstack/react-query';
import { type AlertKind, alertKindDefinitions } from '../../../../contract/alerts/alert-kinds.ts';
import { type AlertBacktest, alertLimits } from '../../../../contract/alerts/alerts.ts';
import { countDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { putInWords } from '../../alerts/alert-words.ts';
import { alertBacktestQuery, alertSettingsQuery } from '../../api/alerts.ts';

/** The firings that are shown before the rest is unfolded. */
const shownFirst = 6;

/** The alerts of the last days if the kinds that are on had been on. Follows the switches without asking again. */
export function Backtest({ companyId }: { companyId: string }) {
  const backtest = useQuery(alertBacktestQuery(companyId));
  const { data: settings } = useQuery(alertSettingsQuery(companyId));
  return (
    <section aria-labelledby="backtest-title" className="min-w-0">
      <h3 id="backtest-title" className="font-medium">
        Tried on the past
      </h3>
      <div className="mt-3">
        {backtest.error && !backtest.data && (
          <LoadFailed title="Failed to try the rules on the past" query={backtest} />
        )}
        {!backtest.data && !backtest.error && <BacktestSkeleton />}
        {backtest.data && settings && <Firings backtest={backtest.data} kinds={settings.kinds} />}
      </div>
    </section>
  );
}

function BacktestSkeleton() {
  return (
    <div className="rounded-panel border border-line bg-raised px-4 py-4 sm:px-5">
      <p role="status" className="text-[0.9375rem] text-soft">
        The rules are tried on the last {alertLimits.backtestDays} days. This can take a few seconds.
      </p>
      <div aria-hidden="true" className="mt-4 grid gap-3">
        {['80%', '65%', '72%'].map((width) => (
          <span key={width} className="h-4 rounded-[4px] bg-sunken" style={{ width }} />
        ))}
      </div>
    </div>
  );
}

function Firings({ backtest, kinds }: { backtest: AlertBacktest; kinds: readonly AlertKind[] }) {
  const now = useNow(60_000);
  const firings = backtest.firings
    .filter(({ facts }) => kinds.includes(facts.kind))
    .sort((a, b) => b.day.localeCompare(a.day));
  const days = `In the last ${countDays(backtest.firstDay, backtest.lastDay)} days`;
  const times = firings.length === 1 ? 'once' : `${firings.length} times`;
  const lines = firings.map(({ day, facts }, index) => ({
    key: `${day} ${facts.kind} ${facts.name} ${index}`,
    day,
    kind: alertKindDefinitions[facts.kind].label,
    ...putInWords(facts, now),
  }));
  return (
    <div className="rounded-panel border border-line bg-raised px-4 py-4 sm:px-5">
      <p role="status" className="text-[1.0625rem] font-medium">
        {firings.length === 0
          ? `${days} nothing would have been found.`
          : `${days} this would have been found ${times}:`}
      </p>
      {kinds.length === 0 && <p className="mt-1 text-[0.9375rem] text-soft">Every kind is switched off.</p>}
      <Lines lines={lines.slice(0, shownFirst)} />
      {lines.length > shownFirst && (
        <details>
          <summary className="min-h-11 rounded-control py-2.5 text-[0.9375rem] text-soft hover:text-live">
            {lines.length - shownFirst} earlier
          </summary>
          <Lines lines={lines.slice(shownFirst)} />
        </details>
      )}
    </div>
  );
}

interface Line {
  key: string;
  day: string;
  kind: string;
  sentence: string;
  details: readonly string[];
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="mt-3 empty:hidden">
      {lines.map(({ key, day, kind, sentence, details }) => (
        <li
          key={key}
          className="grid gap-x-4 border-t border-line py-2.5 text-[0.9375rem] sm:grid-cols-[6.5rem_minmax(0,1fr)]"
        >
          <time dateTime={day} className="text-soft tabular">
            {dayFormat.format(Date.parse(day))}
          </time>
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <span className="font-medium">{kind}.</span> {sentence}
            </p>
            {details.map((line) => (
              <p key={line} className="text-soft wrap-anywhere">
                {line}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
