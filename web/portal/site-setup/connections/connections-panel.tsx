import { useQuery } from '@tanstack/react-query';
import { shopProviders } from '../../../../contract/shop/connections.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { shopConnectionsQuery } from '../../api/shop-connections.ts';
import { ConnectionSection } from './connection-section.tsx';

/** Webhooks of shop systems that report verified orders, for administrators. */
export function ConnectionsPanel({ companyId }: { companyId: string }) {
  const list = useQuery(shopConnectionsQuery(companyId));
  const { data: connections, error } = list;
  const now = useNow(1000);
  return (
    <Panel labelledBy="shop-connections" className="mt-6 p-5 sm:p-8 lg:px-10">
      <h2 id="shop-connections" className="text-title">
        Shop connections
      </h2>
      <p className="mt-2 max-w-[66ch] text-soft">
        Stripe, WooCommerce or Shopify reports orders, refunds and disputes by signed webhooks. These orders
        are verified, and nothing has to be programmed. Connect only one of them for the same orders.
      </p>
      {error && !connections && (
        <div className="mt-5">
          <LoadFailed
            title="Failed to load shop connections"
            message={error.message}
            isBusy={list.isFetching}
            onRetry={list.refetch}
          />
        </div>
      )}
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
    </Panel>
  );
}
