import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../ui/class-names.ts';
import { formatAgo } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { companyQuery } from '../api/portal.ts';
import { useLivePortal } from '../use-live-portal.ts';

interface TrackingStatusProps {
  companyId: string;
  /** ISO time of the last event when the page was loaded, null before the first. */
  lastEventAt: string | null;
}

/** Shows within a second of the first event that the tracking code works. */
export function TrackingStatus({ companyId, lastEventAt }: TrackingStatusProps) {
  useLivePortal(companyId);
  const { data } = useQuery({ ...companyQuery(companyId), enabled: false });
  const now = useNow(1000);
  const last = [lastEventAt, data?.lastEventAt ?? null]
    .filter((time) => time !== null)
    .sort()
    .at(-1);

  return (
    <div
      className={classNames(
        'flex items-center gap-4 rounded-control px-5 py-4',
        last ? 'bg-live-wash' : 'bg-sunken',
      )}
    >
      <span className="relative size-2.5 shrink-0" aria-hidden="true">
        <span
          className={classNames(
            'breathing absolute inset-0 rounded-full',
            last ? 'bg-live-dot' : 'bg-strong',
          )}
        />
        <span className={classNames('absolute inset-0 rounded-full', last ? 'bg-live-dot' : 'bg-strong')} />
      </span>
      <p className="min-w-0">
        <span role="status" className={classNames('block font-medium', last && 'text-live')}>
          {last ? 'Events are arriving' : 'No event has arrived yet'}
        </span>
        <span className="text-[0.9375rem] text-soft tabular">
          {last
            ? `The last one came ${formatAgo(now - Date.parse(last))}.`
            : 'Waiting for the first event. Open a page that carries the code: this line changes within a second.'}
        </span>
      </p>
    </div>
  );
}
