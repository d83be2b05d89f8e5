import type { ApiKey, CreatedApiKey } from '../../../../contract/shop/api-keys.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { formatAgo, formatMoment } from '../../../ui/format.ts';
import { useEndApiKey, useReplaceApiKey } from '../../api/api-keys.ts';
import { ConfirmedButton } from '../confirmed-button.tsx';
import { formatScopes } from './scope-texts.ts';

interface ApiKeyRowProps {
  companyId: string;
  apiKey: ApiKey;
  now: number;
  onReplaced: (created: CreatedApiKey) => void;
}

export function ApiKeyRow({ companyId, apiKey, now, onReplaced }: ApiKeyRowProps) {
  const { id, name, hint, scopes, createdAt, lastUsedAt, endsAt } = apiKey;
  const replace = useReplaceApiKey(companyId);
  const end = useEndApiKey(companyId);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="font-mono text-note text-soft">…{hint}</code>
          {endsAt && (
            <span className="text-[0.9375rem] text-warn">{formatRemaining(Date.parse(endsAt) - now)}</span>
          )}
        </p>
        <p className="text-[0.9375rem] text-soft tabular">
          May {formatScopes(scopes)}. Created{' '}
          <time dateTime={createdAt}>{formatMoment(Date.parse(createdAt) / 1000)}</time>,{' '}
          {lastUsedAt ? `last used ${formatAgo(now - Date.parse(lastUsedAt))}` : 'never used'}
        </p>
      </div>
      {!endsAt && (
        <ConfirmedButton
          label="Replace"
          name={`Replace ${name}`}
          warning={`A new key replaces “${name}”. The old one works for 24 more hours, so that no order is lost until the server has the new one.`}
          confirm="Replace key"
          busy="Replacing..."
          isDangerous={false}
          onConfirm={async () => onReplaced(await replace.mutateAsync(id))}
        />
      )}
      <ConfirmedButton
        label="End"
        name={`End ${name}`}
        warning={`The key “${name}” stops working immediately, and the server that uses it can no longer report orders. This cannot be undone. Orders it has reported stay.`}
        confirm="End key"
        busy="Ending..."
        isDangerous
        onConfirm={async () => {
          await end.mutateAsync(id);
          toast.success(`Key “${name}” ended`);
        }}
      />
    </li>
  );
}

/** "Ends in 23 h", rounded up. */
function formatRemaining(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 60 ? `Ends in ${minutes} min` : `Ends in ${Math.ceil(minutes / 60)} h`;
}
