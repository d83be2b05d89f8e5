import type { CompanyGroups } from '../../../contract/company/company-groups.ts';
import type { Db } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { companyNotFound } from '../access/access.ts';
import { updateCompanyGroups } from './companies.queries.ts';

/** Replaces the groups of a company. They are a matter of the team: no portal shows them. */
export async function setCompanyGroups(
  db: Db,
  companyId: string,
  { groups }: CompanyGroups,
  by: Actor,
): Promise<CompanyGroups> {
  return db.transaction(async (tx) => {
    const row = await updateCompanyGroups(tx, companyId, groups);
    if (!row) throw companyNotFound();
    const object = groups.length === 0 ? `${row.name}: no group` : `${row.name}: ${groups.join(', ')}`;
    await recordAudit(tx, by, { action: 'company.groups-changed', object, objectId: companyId });
    await notify(tx, { kind: 'company-changed', companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return { groups: row.groups };
  });
}
