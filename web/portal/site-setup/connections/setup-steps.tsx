import type { ReactNode } from 'react';
import type { ShopConnection } from '../../../../contract/shop/connections.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { providerGuides } from './provider-guides.ts';
import { SecretForm } from './secret-form.tsx';

interface SetupStepsProps {
  companyId: string;
  connection: ShopConnection;
}

/** The steps at the provider, in order, with the address to copy and the field for the secret. */
export function SetupSteps({ companyId, connection }: SetupStepsProps) {
  const { provider, webhookUrl } = connection;
  const { name, open, address, events, eventNames, secret } = providerGuides[provider];
  return (
    <ol>
      <Step number={1}>{open}</Step>
      <Step number={2}>
        <p>{address}</p>
        <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <code className="min-w-0 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.875rem] wrap-anywhere">
            {webhookUrl}
          </code>
          <CopyButton
            text={webhookUrl}
            label="Copy address"
            done={`Address for ${name} copied to clipboard!`}
            shape="secondary"
          />
        </div>
      </Step>
      <Step number={3}>
        <p>{events}</p>
        <ul className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2">
          {eventNames.map((event) => (
            <li key={event} className="font-mono text-[0.875rem] leading-relaxed wrap-anywhere">
              {event}
            </li>
          ))}
        </ul>
      </Step>
      <Step number={4}>
        <p>{secret}</p>
        <SecretForm companyId={companyId} connection={connection} />
      </Step>
    </ol>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-5 border-t border-line py-3.5 last:border-b">
      <span className="font-mono text-live" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
