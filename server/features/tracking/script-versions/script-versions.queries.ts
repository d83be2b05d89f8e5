import type { Tx } from '../../../db/client.ts';

export interface ScriptVersionRow {
  version: string;
  last_at: Date;
}

/** Stores when versions of the tracking script last sent events of a company. Does nothing for a deleted company. */
export async function storeScriptVersions(
  tx: Tx,
  companyId: string,
  rows: readonly ScriptVersionRow[],
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.version < b.version ? -1 : 1));
  await tx.query(
    `INSERT INTO script_versions AS s (company_id, version, last_at)
     SELECT $1::uuid, i.version, i.last_at
     FROM json_to_recordset($2) AS i(version text, last_at timestamptz)
     WHERE EXISTS (SELECT FROM companies WHERE id = $1::uuid)
     ON CONFLICT (company_id, version) DO UPDATE SET last_at = greatest(s.last_at, excluded.last_at)`,
    [companyId, JSON.stringify(sorted)],
  );
}
