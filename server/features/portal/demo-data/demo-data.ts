import type { Db } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { companyNotFound, type PortalViewer, toPortalActor } from '../../access/access.ts';
import {
  deleteDemoReadings,
  hasRealEvents,
  insertDemoReadings,
  lockCompanyAgainstDeletion,
} from './demo-data.queries.ts';
import { generateDemoDay } from './demo-day.ts';

interface Request {
  viewer: PortalViewer;
  /** The client's network address. */
  address: string;
}

/**
 * Replaces a company's demo data with a new invented day. The portal shows it instead of tracked data, so a viewer may
 * do this only until the first real event; administrators always may. Returns the number of readings.
 */
export async function generateDemoData(
  db: Db,
  { viewer, address }: Request,
  { now, random }: { now: Date; random: () => number },
): Promise<number> {
  const { companyId } = viewer;
  const readings = generateDemoDay(now, random);
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'demo-data', companyId });
    const name = await lockCompanyAgainstDeletion(tx, companyId);
    if (name === undefined) throw companyNotFound();
    if (!viewer.admin && (await hasRealEvents(tx, companyId))) throw demoDataUnavailable();
    await deleteDemoReadings(tx, companyId);
    await insertDemoReadings(tx, companyId, readings);
    await recordAudit(tx, toPortalActor(viewer, address), {
      action: 'demo-data.generated',
      object: name,
      objectId: companyId,
    });
    await notify(tx, { kind: 'readings-replaced', companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
  return readings.length;
}

/** Deletes the demo data, so that the portal shows tracked data again. Viewers may do this at any time. */
export async function clearDemoData(db: Db, { viewer, address }: Request): Promise<void> {
  const { companyId } = viewer;
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'demo-data', companyId });
    const name = await lockCompanyAgainstDeletion(tx, companyId);
    if (name === undefined) throw companyNotFound();
    if ((await deleteDemoReadings(tx, companyId)) === 0) return;
    await recordAudit(tx, toPortalActor(viewer, address), {
      action: 'demo-data.cleared',
      object: name,
      objectId: companyId,
    });
    await notify(tx, { kind: 'readings-replaced', companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
  });
}

function demoDataUnavailable(): AppError {
  return new AppError(
    409,
    'demo-data-unavailable',
    'This portal has real figures, and demo data would hide them. Ask your account administrator if you need it.',
  );
}
