import type { Tx } from '../../db/client.ts';

/**
 * Whether sites may have tracking codes of releases before 0.7.0: there were companies when the installation was upgraded
 * to it. Never changes while the server runs.
 */
export async function hasFormerTrackingCodes(tx: Tx): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM installation_facts WHERE name = 'answers_former_names' AND value = 'true'`,
  );
  return found.rows.length > 0;
}
