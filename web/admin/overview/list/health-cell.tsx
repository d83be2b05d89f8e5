import { CircleAlert, CircleCheck, CircleDashed, FlaskConical, Hourglass, MoonStar } from 'lucide-react';
import { Link } from 'react-router';
import { TimeAgo, Timestamp } from '../../../signed-in/timestamp.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type HealthLine, toHealthLine } from '../model/health-line.ts';
import type { Listed } from '../model/overview-columns.ts';

const looks = {
  'statistics-behind': { Icon: Hourglass, colour: 'text-danger' },
  'never-installed': { Icon: CircleDashed, colour: 'text-warn' },
  silent: { Icon: MoonStar, colour: 'text-warn' },
  'events-refused': { Icon: CircleAlert, colour: 'text-warn' },
  'demo-data': { Icon: FlaskConical, colour: 'text-soft' },
  receiving: { Icon: CircleCheck, colour: 'text-live' },
} as const;

/** The state of the site of a company, since when, and the next step. */
export function HealthCell({ listed, now }: { listed: Listed; now: number }) {
  const { state, label, time, detail, step } = toHealthLine(listed);
  const { Icon, colour } = looks[state];
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-note in-[table]:pt-[3px]">
      <Icon className={classNames('mt-px size-4', colour)} strokeWidth={1.5} aria-hidden="true" />
      <p className="min-w-0">
        <span className={classNames('font-medium', state === 'receiving' ? 'text-ink' : colour)}>
          {label}
        </span>{' '}
        <span className="text-soft">
          <Since time={time} isAgo={time?.before === 'last event'} now={now} />
          <span className="break-words">{detail}</span>
        </span>
        {step && (
          <>
            {' '}
            <Link
              to={step.to}
              className="max-lg:py-3 whitespace-nowrap underline decoration-strong underline-offset-4 hover:text-live hover:decoration-live"
            >
              {step.label}
              <span className="sr-only"> for {listed.company.name}</span>
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

interface SinceProps {
  time: HealthLine['time'];
  isAgo: boolean;
  now: number;
}

function Since({ time, isAgo, now }: SinceProps) {
  if (!time) return null;
  if (!isAgo) {
    return (
      <span>
        {time.before} <Timestamp at={time.at} />
      </span>
    );
  }
  return (
    <>
      <span className="sr-only">{time.before} </span>
      <TimeAgo at={time.at} now={now} className="whitespace-nowrap tabular" />
    </>
  );
}
