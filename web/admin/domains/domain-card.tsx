import { useId } from 'react';
import type { CustomDomain } from '../../../contract/site/domains.ts';
import { ConfirmedButton } from '../../signed-in/confirmed-button.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { type DomainOwner, useCheckDomain, useRemoveDomain } from '../api/domains.ts';
import { DomainRecords } from './domain-records.tsx';

interface DomainCardProps {
  owner: DomainOwner;
  domain: CustomDomain;
  /** The name of this server; null if others cannot resolve it. */
  target: string | null;
  onRemoved: () => void;
}

const stateNames = { waiting: 'Waiting for its record', 'in-use': 'In use', stopped: 'Stopped' } as const;

/** An own address: its state, the records that it needs, and its actions. */
export function DomainCard({ owner, domain, target, onRemoved }: DomainCardProps) {
  const { id, displayHost, state, problem, isFailing, isLookalike, url } = domain;
  const check = useCheckDomain(owner);
  const remove = useRemoveDomain(owner);
  const problemId = useId();
  const checkNow = () => check.mutateAsync(id).catch(showError);
  return (
    <li className="grid gap-y-3 border-t border-line py-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <p className="font-mono text-[0.9375rem] font-medium break-all">
            {state === 'in-use' ? (
              <a href={url} className="underline underline-offset-4 hover:text-live">
                {displayHost}
              </a>
            ) : (
              displayHost
            )}
          </p>
          <StatusBadge isOn={state === 'in-use'}>{stateNames[state]}</StatusBadge>
        </div>
        <StateLine domain={domain} />
        {isLookalike && (
          <p className="mt-2 text-[0.9375rem] text-warn">
            This name has letters that look like those of another name, so it is shown as computers write it.
            Check that it is the one you mean.
          </p>
        )}
        <div role="status">
          {problem !== null && (
            <p
              id={problemId}
              className={`mt-2 text-[0.9375rem] wrap-anywhere ${state === 'stopped' ? 'text-danger' : 'text-warn'}`}
            >
              {problem}
              {isFailing &&
                ' If the record is still missing an hour after the first check without it, the address stops.'}
            </p>
          )}
        </div>
      </div>
      <DomainRecords domain={domain} target={target} />
      <div className="flex flex-wrap gap-3">
        <Button
          shape="secondary"
          size="small"
          className="min-h-11"
          busy={check.isPending}
          aria-describedby={problem === null ? undefined : problemId}
          onClick={checkNow}
        >
          {check.isPending ? 'Checking…' : 'Check now'}
        </Button>
        <ConfirmedButton
          label="Remove"
          name={`Remove ${displayHost}`}
          warning={
            state === 'in-use'
              ? `Portals that are open at ${displayHost} end at once, and links to it no longer work. The same portals stay open at the usual address.`
              : `To use ${displayHost} later, it has to be added again, with another record.`
          }
          confirm="Remove the address"
          busy="Removing…"
          isDangerous
          onConfirm={async () => {
            await remove.mutateAsync(id);
            onRemoved();
          }}
        />
      </div>
    </li>
  );
}

function StateLine({ domain }: { domain: CustomDomain }) {
  const { verifiedAt, stoppedAt, removedAt, checkedAt } = domain;
  return (
    <p className="mt-0.5 text-note text-soft tabular">
      {verifiedAt !== null && (
        <>
          Since <Timestamp at={verifiedAt} />
        </>
      )}
      {verifiedAt === null && stoppedAt !== null && (
        <>
          Since <Timestamp at={stoppedAt} />
        </>
      )}
      {removedAt !== null && (
        <>
          Removed on <Timestamp at={removedAt} /> unless the record is found
        </>
      )}
      {checkedAt !== null && (
        <>
          {' · checked '}
          <Timestamp at={checkedAt} />
        </>
      )}
    </p>
  );
}
