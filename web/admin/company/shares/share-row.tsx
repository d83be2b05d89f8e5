import type { Access } from '../../../../contract/company/accesses.ts';
import { TimeAgo, Timestamp } from '../../../signed-in/timestamp.tsx';
import { formatCount, formatDateIn } from '../../../ui/format.ts';
import { RowAction } from '../../components/row-action.tsx';
import { describeView } from './view-in-words.ts';

export type ShareDialog = 'change' | 'address' | 'revoke';

interface ShareRowProps {
  share: Access;
  timeZone: string;
  now: number;
  onOpen: (dialog: ShareDialog) => void;
}

/** A share link with what it shows, who can open it, how it was used, and its actions. */
export function ShareRow({ share, timeZone, now, onOpen }: ShareRowProps) {
  const { name, rights, expiresAt, lastUsedAt, visits, createdAt, createdBy } = share;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= now;
  const { view = '', hasPassword = false, embedHosts = [] } = share.share ?? {};
  const facts = [
    rights.includes('money') ? 'With money' : 'Without money',
    hasPassword ? 'with a password' : 'without a password',
  ];
  const actions = [
    ...(hasEnded ? [] : [['Address and code', 'address'] as const]),
    ['Change', 'change'] as const,
    ['Revoke', 'revoke'] as const,
  ];
  return (
    <li className="grid gap-y-2 border-t border-line py-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">{describeView(view)}</p>
        <p className="text-[0.9375rem] wrap-anywhere">
          {facts.join(', ')}
          {embedHosts.length > 0 && ` · embedded in ${embedHosts.join(', ')}`}
        </p>
        {expiresAt && (
          <p className={`text-[0.9375rem] ${hasEnded ? 'text-danger' : 'text-warn'}`}>
            {hasEnded ? 'Expired on' : 'Ends on'} {formatDateIn(expiresAt, timeZone)}
          </p>
        )}
        <p className="text-note text-soft tabular">
          {lastUsedAt ? (
            <>
              Last opened <TimeAgo at={lastUsedAt} now={now} />
            </>
          ) : (
            'Never opened'
          )}
          {visits > 0 && ` · ${visits === 1 ? '1 visit' : `${formatCount(visits)} visits`}`}
          {' · created '}
          <Timestamp at={createdAt} />
          {createdBy !== '' && <span className="break-all"> by {createdBy}</span>}
        </p>
      </div>
      <div className="-ml-3.5 flex flex-wrap">
        {actions.map(([label, dialog]) => (
          <RowAction key={dialog} label={label} name={name} onClick={() => onOpen(dialog)} />
        ))}
      </div>
    </li>
  );
}
