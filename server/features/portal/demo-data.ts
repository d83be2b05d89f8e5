import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyAdmins } from '../../platform/live/admin-topics.ts';
import { companyNotFound, type Pass, toPortalActor } from '../access/access.ts';
import {
  deleteSimulatedReadings,
  hasRealEvents,
  holdCompany,
  insertSimulatedReadings,
  lockDemoData,
  notifyReplaced,
} from './demo-data.queries.ts';
import { simulateDay } from './simulate.ts';

interface Request {
  pass: Pass;
  /** The caller's network address. */
  address: string;
}

/**
 * Puts a made-up day in place of a company's earlier demo data. The portal shows it instead of what is tracked,
 * so a viewer may do this only until the first real event; administrators always. Returns the number of readings.
 */
export async function generateDemoData(
  db: Db,
  { pass, address }: Request,
  { now, random }: { now: Date; random: () => number },
): Promise<number> {
  const { companyId } = pass;
  const readings = simulateDay(now, random);
  await db.orm.transaction(async (transaction) => {
    await lockDemoData(transaction, companyId);
    const name = await holdCompany(transaction, companyId);
    if (name === undefined) throw companyNotFound();
    if (!pass.admin && (await hasRealEvents(transaction, companyId))) throw demoDataUnavailable();
    await deleteSimulatedReadings(transaction, companyId);
    await insertSimulatedReadings(transaction, companyId, readings);
    await recordAudit(transaction, toPortalActor(pass, address), {
      action: 'demo-data.generated',
      object: name,
      objectId: companyId,
    });
    await notifyReplaced(transaction, companyId);
    await notifyAdmins(transaction, 'companies');
  });
  return readings.length;
}

/** Shows what is tracked again. Open to viewers at any time: it can only bring real figures back. */
export async function clearDemoData(db: Db, { pass, address }: Request): Promise<void> {
  const { companyId } = pass;
  await db.orm.transaction(async (transaction) => {
    await lockDemoData(transaction, companyId);
    const name = await holdCompany(transaction, companyId);
    if (name === undefined) throw companyNotFound();
    if ((await deleteSimulatedReadings(transaction, companyId)) === 0) return;
    await recordAudit(transaction, toPortalActor(pass, address), {
      action: 'demo-data.cleared',
      object: name,
      objectId: companyId,
    });
    await notifyReplaced(transaction, companyId);
    await notifyAdmins(transaction, 'companies');
  });
}

function demoDataUnavailable(): AppError {
  return new AppError(
    409,
    'demo-data-unavailable',
    'This portal has real figures, and demo data would hide them. Ask your account administrator if you need it.',
  );
}
