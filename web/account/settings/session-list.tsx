import { useQuery } from '@tanstack/react-query';
import type { SignedInSession } from '../../../contract/account/accounts.ts';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { mySessionsQuery, useEndSessions } from '../api/account-settings.ts';

export function SessionList() {
  const list = useQuery(mySessionsQuery);
  const { data } = list;
  const end = useEndSessions();
  if (!data)
    return list.error ? (
      <LoadFailed title="Failed to load your sessions" query={list} />
    ) : (
      <p role="status" className="text-soft">
        Loading...
      </p>
    );

  const others = data.sessions.filter((session) => !session.isCurrent);
  const endThese = (which: string, done: string) =>
    end.mutate(which, { onSuccess: () => toast.success(done), onError: (failure) => showError(failure) });

  return (
    <div className="grid gap-5">
      <ul className="border-b border-line">
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => endThese(session.id, 'That session has ended.')}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="text-[0.9375rem] text-soft">You are signed in nowhere else.</p>
      ) : (
        <div>
          <Button
            shape="secondary"
            busy={end.isPending}
            onClick={() => endThese('others', 'Every other session has ended.')}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </div>
  );
}

interface SessionRowProps {
  session: SignedInSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, address, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="font-medium break-words">{device}</strong>
          {isCurrent && <StatusBadge isOn>This browser</StatusBadge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-5 text-[0.9375rem] text-soft tabular">
          <span className="break-words">{address}</span>
          <span>
            Signed in <Timestamp at={createdAt} />
          </span>
          <span>
            Last used <Timestamp at={lastUsedAt} />
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          shape="secondary"
          size="small"
          busy={isEnding}
          aria-label={`End the session of ${device}, ${address}`}
          onClick={onEnd}
        >
          {isEnding ? 'Ending...' : 'End'}
        </Button>
      )}
    </li>
  );
}
