import type { ReactNode } from 'react';
import type { StreamState } from '../../../api/stream/reconnecting-stream.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatAgo } from '../../../ui/format.ts';
import { useNow } from '../../../ui/use-now.ts';

interface LiveStatusProps {
  state: StreamState;
  /** ISO time of the last event, null before the first, undefined while it is not known. */
  lastEventAt: string | null | undefined;
  /** When the figures on the page were counted, as text; undefined while they are current. */
  asOf: string | undefined;
}

const labels: Record<StreamState, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

export function LiveStatus({ state, lastEventAt, asOf }: LiveStatusProps) {
  const now = useNow(1000);
  const isLive = state === 'live' && asOf === undefined;
  const ago = lastEventAt ? `last event ${formatAgo(now - Date.parse(lastEventAt))}` : 'no event yet';
  return (
    <p
      className={classNames(
        'inline-flex items-center gap-2.5 rounded-full border px-3.5 py-1.5 text-[0.9375rem] whitespace-nowrap tabular transition-colors',
        isLive ? 'border-transparent bg-live-wash text-live' : 'border-line bg-sunken text-soft',
      )}
    >
      <span className="relative size-2" aria-hidden="true">
        {isLive && <span className="breathing absolute inset-0 rounded-full bg-live-dot" />}
        <span className={classNames('absolute inset-0 rounded-full', isLive ? 'bg-live-dot' : 'bg-strong')} />
      </span>
      {/* Only the state is a live region: a screen reader would read out the seconds without end. */}
      <span role="status" className="font-medium">
        {state === 'live' && asOf !== undefined ? `As of ${asOf}` : labels[state]}
      </span>
      {state !== 'live' && asOf !== undefined && <Detail>as of {asOf}</Detail>}
      {state !== 'connecting' && (state === 'live' || asOf === undefined) && lastEventAt !== undefined && (
        <Detail>{ago}</Detail>
      )}
    </p>
  );
}

const Detail = ({ children }: { children: ReactNode }) => (
  <span className="border-l border-current/30 pl-2.5">{children}</span>
);
