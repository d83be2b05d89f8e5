import { randomUUID } from 'node:crypto';
import type { AccessRight } from '../../../contract/company/access-rights.ts';
import type { Tx } from '../../db/client.ts';
import { createAccess } from '../../features/access/accesses/accesses.ts';
import { aViewerCookie } from '../builders.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

interface GivenAccess {
  rights: readonly AccessRight[];
  /** Fixed filters, as in the query of a question. */
  filters?: readonly string[];
}

/** The cookie header of a viewer with a new access to a company. */
export async function aViewerWith(
  t: Pick<TestApp, 'app' | 'db'>,
  companyId: string,
  { rights, filters = [] }: GivenAccess,
): Promise<string> {
  const input = { companyId, name: randomUUID(), rights, filters };
  const { accessKey } = await createAccess(t.db, testAppSecret, input);
  return aViewerCookie(t.app, accessKey);
}

/** Changes what everyone with the company's key may do. */
export async function changeKeyRights(
  tx: Tx,
  companyId: string,
  rights: readonly AccessRight[],
): Promise<void> {
  await tx.query(`UPDATE accesses SET rights = $2 WHERE company_id = $1 AND kind = 'company'`, [
    companyId,
    rights,
  ]);
}
