import { ApiKeysPanel } from '../api-keys/api-keys-panel.tsx';
import { ConnectionsPanel } from '../connections/connections-panel.tsx';

/** Panels that only administrators see and change. A separate file, so that clients do not load it. */
export function AdminPanels({ companyId }: { companyId: string }) {
  return (
    <>
      <ApiKeysPanel companyId={companyId} />
      <ConnectionsPanel companyId={companyId} />
    </>
  );
}
