import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../contract/accounts.ts';
import { auditLogQuery } from '../../api/admin.ts';
import { LoadFailed } from '../../signed-in/load-failed.tsx';
import { MailAddress } from '../../signed-in/mail-address.tsx';
import { Clock, Day } from '../../signed-in/moment.tsx';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { NothingYet } from '../components/nothing-yet.tsx';
import { ShowOlder } from '../components/show-older.tsx';
import { toSentence } from './action-labels.ts';
import { byDay } from './by-day.ts';

export function ActivityView() {
  const log = useInfiniteQuery(auditLogQuery);
  const entries = log.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <PageTitle title="Activity" note="Who did what, newest first. Nobody can change or remove a line." />
      <div className="mt-6 grid max-w-[72rem] gap-8">
        {!entries && log.error && (
          <LoadFailed
            title="Failed to load the activity"
            message={log.error.message}
            isBusy={log.isFetching}
            onRetry={log.refetch}
          />
        )}
        {!entries && !log.error && <Spinner />}
        {entries?.length === 0 && (
          <NothingYet title="Nothing has happened yet">
            <p>
              Sign-ins, new and changed companies, replaced keys and granted rights are written down here.
            </p>
          </NothingYet>
        )}
        {byDay(entries ?? []).map((day) => (
          <section key={day.key} aria-label={day.key}>
            <h2 className="border-b border-strong pb-2 text-note font-medium text-soft">
              <Day at={day.at} />
            </h2>
            <ul>
              {day.entries.map((entry) => (
                <ActivityLine key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
        <ShowOlder {...log} />
      </div>
    </>
  );
}

function ActivityLine({ entry }: { entry: AuditEntry }) {
  const { at, actor, action, object, address, count, lastAt } = entry;
  const sentence = toSentence(actor, action, object);
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 text-[0.9375rem] md:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <Clock at={at} className="text-soft tabular" />
      <p className="break-words">
        <span className="font-medium">
          <MailAddress>{actor}</MailAddress>
        </span>{' '}
        {sentence.did}{' '}
        <span className="font-medium">
          <MailAddress>{sentence.object}</MailAddress>
        </span>
        {count > 1 && (
          <span className="text-soft">
            , {count.toLocaleString('en')} times
            {lastAt && (
              <>
                {' '}
                until <Clock at={lastAt} />
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
