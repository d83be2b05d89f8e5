import type { ShopConnection } from '../../../../contract/shop/connections.ts';

export type ConnectionState = 'none' | 'no-secret' | 'waiting' | 'works' | 'rejected';

/** The most important fact about a connection. A rejection counts until a delivery is accepted again. */
export function toConnectionState(connection: ShopConnection | undefined): ConnectionState {
  if (!connection) return 'none';
  if (!connection.hasSecret) return 'no-secret';
  const [newest] = connection.deliveries;
  if (!newest) return 'waiting';
  return newest.result === 'rejected' ? 'rejected' : 'works';
}

export const stateLabels: Record<ConnectionState, string> = {
  none: 'Not connected',
  'no-secret': 'Signing secret is missing',
  waiting: 'Waiting for the first delivery',
  works: 'Works',
  rejected: 'The last delivery was rejected',
};
