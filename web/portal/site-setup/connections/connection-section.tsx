import type { ShopConnection, ShopProvider } from '../../../../contract/shop/connections.ts';
import { ConfirmedButton } from '../../../signed-in/confirmed-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useRemoveConnection, useSaveConnection } from '../../api/shop-connections.ts';
import { type ConnectionState, stateLabels, toConnectionState } from './connection-state.ts';
import { Deliveries } from './deliveries.tsx';
import { providerGuides } from './provider-guides.ts';
import { SetupSteps } from './setup-steps.tsx';

interface ConnectionSectionProps {
  companyId: string;
  provider: ShopProvider;
  connection: ShopConnection | undefined;
  now: number;
}

/** One provider: its state, and opened its setup, its last deliveries and its removal. */
export function ConnectionSection({ companyId, provider, connection, now }: ConnectionSectionProps) {
  const { name, counts } = providerGuides[provider];
  const state = toConnectionState(connection);
  return (
    <details className="border-t border-line last:border-b">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-3 hover:text-live [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-32 font-medium">{name}</h3>
        <StateLabel state={state} />
      </summary>
      <div className="grid gap-5 pt-1 pb-6">
        <p className="max-w-[66ch] text-soft">
          {counts} Tested with payloads written after the documentation of {name}, not against the real
          service: check the first deliveries below.
        </p>
        {connection ? (
          <>
            <SetupSteps companyId={companyId} connection={connection} />
            <Deliveries connection={connection} now={now} />
            <RemoveConnection companyId={companyId} provider={provider} />
          </>
        ) : (
          <Connect companyId={companyId} provider={provider} />
        )}
      </div>
    </details>
  );
}

const tones: Record<ConnectionState, { text: string; dot: string }> = {
  none: { text: 'text-soft', dot: 'border border-strong' },
  'no-secret': { text: 'text-warn', dot: 'bg-warn' },
  waiting: { text: 'text-soft', dot: 'bg-strong' },
  works: { text: 'text-live', dot: 'bg-live-dot' },
  rejected: { text: 'text-danger', dot: 'bg-danger' },
};

function StateLabel({ state }: { state: ConnectionState }) {
  const { text, dot } = tones[state];
  return (
    <span role="status" className={classNames('flex items-center gap-2.5 text-[0.9375rem]', text)}>
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-full', dot)} />
      {stateLabels[state]}
    </span>
  );
}

interface ProviderProps {
  companyId: string;
  provider: ShopProvider;
}

function Connect({ companyId, provider }: ProviderProps) {
  const { name } = providerGuides[provider];
  const save = useSaveConnection(companyId, provider);
  return (
    <div>
      <Button
        busy={save.isPending}
        onClick={() => save.mutate(null, { onError: (error) => showError(error) })}
      >
        {save.isPending ? 'Connecting...' : `Connect ${name}`}
      </Button>
    </div>
  );
}

function RemoveConnection({ companyId, provider }: ProviderProps) {
  const { name } = providerGuides[provider];
  const remove = useRemoveConnection(companyId, provider);
  return (
    <div>
      <ConfirmedButton
        label="Remove connection"
        name={`Remove connection to ${name}`}
        warning={`Deliveries to this address are rejected immediately, and its secret is deleted. A new connection has another address. Orders that ${name} has reported stay. Delete the webhooks at ${name} too.`}
        confirm="Remove"
        busy="Removing..."
        isDangerous
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          toast.success(`Connection to ${name} removed`);
        }}
      />
    </div>
  );
}
