import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../contract/admin.ts';
import { auditLogQuery } from '../../api/admin.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { DateLabel, TimeOfDay } from '../../signed-in/timestamp.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { groupByDay } from '../components/group-by-day.ts';
import { ShowOlderButton } from '../components/show-older-button.tsx';
import { describeEntry } from './action-labels.ts';

export function ActivityView() {
  const log = useInfiniteQuery(auditLogQuery);
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <PageTitle title="Activity" note="Who did what, newest first. Entries cannot be changed or removed." />
      <div className="mt-6 grid max-w-[72rem] gap-8">
        {!entries && log.error && <LoadFailed title="Failed to load the activity" query={log} />}
        {!entries && !log.error && <Spinner />}
        {entries?.length === 0 && (
          <EmptyState title="No activity yet">
            <p>
              Sign-ins, new and changed companies, replaced access keys and granted rights are listed here.
            </p>
          </EmptyState>
        )}
        {groupByDay(entries ?? []).map((day) => (
          <section key={day.key} aria-label={day.key}>
            <h2 className="border-b border-strong pb-2 text-note font-medium text-soft">
              <DateLabel at={day.at} />
            </h2>
            <ul>
              {day.entries.map((entry) => (
                <ActivityLine key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
        <ShowOlderButton {...log} />
      </div>
    </>
  );
}

function ActivityLine({ entry }: { entry: AuditEntry }) {
  const { at, address, count, lastAt } = entry;
  const { actor, action, object } = describeEntry(entry);
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 text-[0.9375rem] md:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <TimeOfDay at={at} className="text-soft tabular" />
      <p className="break-words">
        <span className="font-medium">
          <EmailAddress>{actor}</EmailAddress>
        </span>{' '}
        {action}{' '}
        <span className="font-medium">
          <EmailAddress>{object}</EmailAddress>
        </span>
        {count > 1 && (
          <span className="text-soft">
            , {count.toLocaleString('en')} times
            {lastAt && (
              <>
                {' '}
                until <TimeOfDay at={lastAt} />
              </>
            )}
          </span>
        )}
      </p>
      {address && (
        <p className="font-mono text-note break-all text-soft max-md:col-start-2">
          <span className="sr-only">from </span>
          {address}
        </p>
      )}
    </li>
  );
}
