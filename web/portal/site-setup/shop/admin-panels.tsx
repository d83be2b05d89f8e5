import { ConnectionsPanel } from '../connections/connections-panel.tsx';
import { OrderTokensPanel } from '../order-tokens/order-tokens-panel.tsx';

/** Panels that only administrators see and change. A separate file, so that clients do not load it. */
export function AdminPanels({ companyId }: { companyId: string }) {
  return (
    <>
      <OrderTokensPanel companyId={companyId} />
      <ConnectionsPanel companyId={companyId} />
    </>
  );
}
