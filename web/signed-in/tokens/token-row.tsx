import type { AccessRight } from '../../../contract/company/access-rights.ts';
import type { CreatedToken, Token } from '../../../contract/company/tokens.ts';
import { type TokenPlace, useEndReplacedToken, useEndToken, useReplaceToken } from '../../api/tokens.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { formatAgo, formatDateIn, formatMoment } from '../../ui/format.ts';
import { ConfirmedButton } from '../confirmed-button.tsx';
import { describeFilter } from './describe-filter.ts';

interface TokenRowProps {
  place: TokenPlace;
  timeZone: string | undefined;
  token: Token;
  now: number;
  onReplaced: (created: CreatedToken) => void;
}

/** The rights as parts of a sentence that begins with "May". */
const doings: Record<AccessRight, string> = {
  dashboard: 'read the dashboard',
  money: 'see money',
  orders: 'read orders',
  annotate: 'annotate',
  export: 'export',
  'write-orders': 'write orders',
};

const sentences = new Intl.ListFormat('en', { type: 'conjunction' });

export function TokenRow({ place, timeZone, token, now, onReplaced }: TokenRowProps) {
  const { id, name, hint, rights, filters, expiresAt, createdAt, createdBy, lastUsedAt, oldTokenEndsAt } =
    token;
  const replace = useReplaceToken(place);
  const endReplaced = useEndReplacedToken(place);
  const end = useEndToken(place);
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="font-mono text-note text-soft">…{hint}</code>
          {isExpired && <span className="text-[0.9375rem] text-warn">Expired</span>}
          {oldTokenEndsAt && (
            <span className="text-[0.9375rem] text-warn">
              Old secret works for {formatRemaining(Date.parse(oldTokenEndsAt) - now)}
            </span>
          )}
        </p>
        <p className="text-[0.9375rem] text-soft tabular">
          May {sentences.format(rights.map((right) => doings[right]))}
          {filters.length > 0 && <> where {filters.map(describeFilter).join(' and ')}</>}.{' '}
          {place === null && `${describeCompanies(token)}. `}Created <Moment at={createdAt} />
          {createdBy && <> by {createdBy}</>},{' '}
          {lastUsedAt ? `last used ${formatAgo(now - Date.parse(lastUsedAt))}` : 'never used'}
          {expiresAt && !isExpired && (
            <>
              , expires{' '}
              {timeZone === undefined ? (
                <Moment at={expiresAt} />
              ) : (
                <>
                  on <time dateTime={expiresAt}>{formatDateIn(expiresAt, timeZone)}</time>
                </>
              )}
            </>
          )}
        </p>
      </div>
      {oldTokenEndsAt && (
        <ConfirmedButton
          label="Revoke old secret"
          name={`Revoke old secret: ${name}`}
          warning={`The secret of “${name}” that was replaced stops working immediately. Programs that have the new one are not affected.`}
          confirm="Revoke old secret"
          busy="Revoking..."
          isDangerous
          onConfirm={() => endReplaced.mutateAsync(id)}
        />
      )}
      {!oldTokenEndsAt && !isExpired && (
        <ConfirmedButton
          label="Replace"
          name={`Replace: ${name}`}
          warning={`A new secret replaces that of “${name}”. The old one works for 24 more hours, so that nothing is lost until the program has the new one.`}
          confirm="Replace token"
          busy="Replacing..."
          isDangerous={false}
          onConfirm={async () => onReplaced(await replace.mutateAsync(id))}
        />
      )}
      <ConfirmedButton
        label="Revoke"
        name={`Revoke: ${name}`}
        warning={`The token “${name}” stops working immediately, and the program that uses it is refused. This cannot be undone. Orders it has reported stay.`}
        confirm="Revoke token"
        busy="Revoking..."
        isDangerous
        onConfirm={async () => {
          await end.mutateAsync(id);
          toast.success(`Token “${name}” revoked`);
        }}
      />
    </li>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(Date.parse(at) / 1000)}</time>;
}

function describeCompanies({ companies }: Token): string {
  if (companies === 'all') return 'All companies, also later ones';
  if (companies.length === 0) return 'None of its companies exists any more';
  return `Of ${sentences.format(companies.map(({ name }) => name))}`;
}

/** "23 h", rounded up. */
function formatRemaining(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
