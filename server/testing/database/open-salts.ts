import type { Db } from '../../db/client.ts';
import { CompanyMachines } from '../../db/cluster/company-machines.ts';
import { VisitorSalts } from '../../features/tracking/visitors/visitor-salts.ts';

/** The salts as a separate process reads them. */
export function openSalts(db: Db, { now = () => new Date(), onDestroyed = () => {} } = {}): VisitorSalts {
  return new VisitorSalts({ db, machines: new CompanyMachines(db, () => 'single'), now, onDestroyed });
}
