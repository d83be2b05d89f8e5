import type { Tx } from '../../db/client.ts';

/** A connection that stopped answering counts as unavailable. The driver knows this option; its types do not. */
const shortTimeout = { query_timeout: 1_500 };

/** Throws when the database does not answer. */
export async function requireDatabase(tx: Tx): Promise<void> {
  await tx.query({ text: 'SELECT 1', ...shortTimeout });
}
