import { useQuery } from '@tanstack/react-query';
import { shopProviders } from '../../../../contract/shop/connections.ts';
import { useNow } from '../../../ui/use-now.ts';
import { shopConnectionsQuery } from '../../api/shop-connections.ts';
import { SetupListFailed, SetupPanel } from '../setup-panel.tsx';
import { ConnectionSection } from './connection-section.tsx';

/** Webhooks of shop systems that report verified orders, for administrators. */
export function ConnectionsPanel({ companyId }: { companyId: string }) {
  const list = useQuery(shopConnectionsQuery(companyId));
  const connections = list.data;
  const now = useNow(1000);
  return (
    <SetupPanel
      id="shop-connections"
      title="Shop connections"
      lead="Stripe, WooCommerce or Shopify reports orders, refunds and disputes by signed webhooks. These orders are verified, and nothing has to be programmed. Connect only one of them for the same orders."
    >
      {!connections && <SetupListFailed what="shop connections" list={list} />}
      {connections && (
        <div className="mt-5">
          {shopProviders.map((provider) => (
            <ConnectionSection
              key={provider}
              companyId={companyId}
              provider={provider}
              connection={connections.find((each) => each.provider === provider)}
              now={now}
            />
          ))}
        </div>
      )}
    </SetupPanel>
  );
}
