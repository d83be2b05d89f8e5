import { accessRightTexts } from '../../../../contract/company/access-rights.ts';
import type { Access } from '../../../../contract/company/accesses.ts';
import { TimeAgo, Timestamp } from '../../../signed-in/timestamp.tsx';
import { describeFilter } from '../../../signed-in/tokens/describe-filter.ts';
import { formatCount, formatDateIn } from '../../../ui/format.ts';
import { RowAction } from '../../components/row-action.tsx';

export type AccessDialog = 'change' | 'link' | 'key' | 'revoke';

interface AccessRowProps {
  access: Access;
  timeZone: string;
  now: number;
  onOpen: (dialog: AccessDialog) => void;
}

/** An access with what it may do, how it was used, and its actions. */
export function AccessRow({ access, timeZone, now, onOpen }: AccessRowProps) {
  const { name, email, rights, filters, expiresAt } = access;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= now;
  const isOfPerson = access.kind === 'person';
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          {email && <span className="text-[0.9375rem] break-all text-soft">{email}</span>}
        </p>
        <p className="mt-0.5 text-[0.9375rem]">
          {rights.map((right) => accessRightTexts[right].label).join('\u00a0· ')}
        </p>
        {filters.length > 0 && (
          <p className="text-[0.9375rem] wrap-anywhere">
            Only where {filters.map(describeFilter).join(' and ')}
          </p>
        )}
        {expiresAt && (
          <p className={`text-[0.9375rem] ${hasEnded ? 'text-danger' : 'text-warn'}`}>
            {hasEnded ? 'Expired on' : 'Ends on'} {formatDateIn(expiresAt, timeZone)}
          </p>
        )}
        <AccessUse access={access} now={now} />
      </div>
      <div className="-ml-3.5 flex flex-wrap">
        <RowAction label="Change" name={name} onClick={() => onOpen('change')} />
        {isOfPerson && !hasEnded && <RowAction label="New link" name={name} onClick={() => onOpen('link')} />}
        {isOfPerson && <RowAction label="Show key" name={name} onClick={() => onOpen('key')} />}
        {isOfPerson && <RowAction label="Revoke" name={name} onClick={() => onOpen('revoke')} />}
      </div>
    </li>
  );
}

function AccessUse({ access, now }: { access: Access; now: number }) {
  const { createdAt, createdBy, lastUsedAt, visits } = access;
  return (
    <p className="text-note text-soft tabular">
      {lastUsedAt ? (
        <>
          Last used <TimeAgo at={lastUsedAt} now={now} />
        </>
      ) : (
        'Never used'
      )}
      {visits > 0 && ` · ${visits === 1 ? '1 visit' : `${formatCount(visits)} visits`}`}
      {' · created '}
      <Timestamp at={createdAt} />
      {createdBy !== '' && <span className="break-all"> by {createdBy}</span>}
    </p>
  );
}
