import { Link } from 'react-router';
import { alertKindDefinitions } from '../../../contract/alerts/alert-kinds.ts';
import type { Alert } from '../../../contract/alerts/alerts.ts';
import { TimeOfDay, Timestamp } from '../../signed-in/timestamp.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { formatDuration, putInWords, toHelpfulPage } from './alert-words.ts';

interface AlertProps {
  alert: Alert;
  now: number;
}

/** An alert that is not over yet. */
export function LastingAlert({ alert, now }: AlertProps) {
  const { facts, beganAt } = alert;
  const { sentence, details } = putInWords(facts, now);
  const page = toHelpfulPage(alert);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-panel border border-line bg-raised p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3 text-[0.9375rem]">
          <span className="inline-flex items-center gap-2 font-medium text-danger">
            <span className="size-2 rounded-full bg-danger" aria-hidden="true" />
            {alertKindDefinitions[facts.kind].label}
          </span>
          <OwnerName alert={alert} />
        </p>
        <p className="mt-1 max-w-[66ch] wrap-anywhere">{sentence}</p>
        <Details lines={details} />
        <p className="mt-2 text-note text-soft tabular">
          Since <Timestamp at={beganAt} timeZone={facts.timeZone} /> (
          {formatDuration(now - Date.parse(beganAt))})
        </p>
      </div>
      {page && (
        <Link
          to={page.to}
          aria-label={`${page.label}: ${alert.company ?? 'Server'}`}
          className={`${buttonClasses({ shape: 'secondary', size: 'small' })} min-h-11`}
        >
          {page.label}
        </Link>
      )}
    </li>
  );
}

/** An alert that is over, or was about one day, in a list grouped by day. */
export function PastAlert({ alert, now }: AlertProps) {
  const { facts, foundAt } = alert;
  const { sentence, details } = putInWords(facts, now, true);
  const page = toHelpfulPage(alert);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-3 border-b border-line py-3 text-[0.9375rem] md:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <TimeOfDay at={foundAt} className="text-soft tabular" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{alertKindDefinitions[facts.kind].label}</span>
          <OwnerName alert={alert} />
        </p>
        <p className="mt-0.5 max-w-[66ch] wrap-anywhere">{sentence}</p>
        <Details lines={details} />
        <End alert={alert} />
      </div>
      {page && (
        <Link
          to={page.to}
          aria-label={`${page.label}: ${alert.company ?? 'Server'}`}
          className="inline-flex min-h-11 items-center self-start justify-self-start text-soft underline underline-offset-4 hover:text-live md:-my-2.5"
        >
          {page.label}
        </Link>
      )}
    </li>
  );
}

function OwnerName({ alert: { companyId, company } }: { alert: Alert }) {
  if (companyId === null) return <span className="text-soft">Server</span>;
  return (
    <Link
      to={`/admin/companies/${companyId}#alerts`}
      className="min-w-0 text-soft underline-offset-4 wrap-anywhere hover:text-live hover:underline"
    >
      {company ?? 'Deleted company'}
    </Link>
  );
}

function Details({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="mt-0.5 max-w-[66ch] text-[0.9375rem] text-soft wrap-anywhere">
      {line}
    </p>
  ));
}

/** When a lasting alert was over. Others are about a day, which their sentence names. */
function End({ alert: { facts, beganAt, endedAt } }: { alert: Alert }) {
  if (endedAt === null || !('lasts' in alertKindDefinitions[facts.kind])) return null;
  return (
    <p className="mt-1 text-note text-soft tabular">
      Over since <Timestamp at={endedAt} timeZone={facts.timeZone} />, after{' '}
      {formatDuration(Date.parse(endedAt) - Date.parse(beganAt))}
    </p>
  );
}
