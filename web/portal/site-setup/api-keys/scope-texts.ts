import type { ApiKeyScope } from '../../../../contract/shop/api-keys.ts';

/** The names of the scopes of an API key on screens. */
export const scopeTexts: Record<ApiKeyScope, { label: string; hint: string }> = {
  write: {
    label: 'Report orders and refunds (write)',
    hint: 'Needed by a checkout server.',
  },
  read: {
    label: 'List orders (read)',
    hint: 'Needed to compare what is recorded here with the shop. Anyone who has the key can see every order.',
  },
};

/** "write and read" */
export const formatScopes = (scopes: readonly ApiKeyScope[]) => scopes.join(' and ');
