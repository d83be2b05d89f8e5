import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { companyNotFound, type PortalViewer, toPortalActor } from '../../access/access.ts';
import { queueDataDeletion } from '../../companies/companies.ts';
import { createMonths, loadPreparedEvents } from '../../tracking/import/bulk-load.ts';
import {
  type DemoCompany,
  findDemoCompany,
  hasRealEvents,
  lockCompanyAgainstDeletion,
  updateDemoDataset,
} from './demo-data.queries.ts';
import { prepareDemoEvents } from './prepare-demo-events.ts';

interface Request {
  viewer: PortalViewer;
  /** The client's network address. */
  address: string;
}

interface Source {
  now: Date;
  random: () => number;
}

interface DemoDataDeps {
  db: Db;
  /** Connects with the role that owns the tables: a month of the demo events may have no partition. */
  ownerUrl: string;
  jobs: Jobs;
}

/** Generations that may run at once in this process: each keeps its events in memory. */
const runningMax = 3;

/**
 * Demo data of companies: events of three months in every dimension, stored under a separate dataset id
 * (`companies.demo_dataset_id`), so that no query can mix them with real ones.
 */
export class DemoData {
  readonly #deps: DemoDataDeps;
  readonly #running = new Map<string, Promise<number>>();

  constructor(deps: DemoDataDeps) {
    this.#deps = deps;
  }

  /**
   * Replaces a company's demo data. The portal shows it instead of tracked data, so a viewer may do this only until the
   * first real event; administrators always may. Returns the number of events. A second click during the first shares
   * its result.
   */
  async generate(request: Request, source: Source): Promise<number> {
    const key = `${request.viewer.companyId} ${request.viewer.sessionId}`;
    const underway = this.#running.get(key);
    if (underway) return underway;
    if (this.#running.size >= runningMax) throw tooManyGenerations();
    const running = this.#replace(request, source).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #replace({ viewer, address }: Request, { now, random }: Source): Promise<number> {
    const { db, ownerUrl } = this.#deps;
    const { companyId } = viewer;
    const found = await findDemoCompany(db, companyId);
    if (!found) throw companyNotFound();
    await this.#requireAllowed(db, viewer);
    const chunks = await prepareDemoEvents(found, { now, random });
    await createMonths(
      ownerUrl,
      chunks.flatMap(({ months }) => months),
    );
    await db.transaction(async (tx) => {
      const company = await this.#lockCompany(tx, companyId);
      await this.#requireAllowed(tx, viewer);
      await this.#discard(tx, company);
      const datasetId = randomUUID();
      await updateDemoDataset(tx, companyId, datasetId);
      await loadPreparedEvents(tx, datasetId, chunks, { now });
      await recordAudit(tx, toPortalActor(viewer, address), {
        action: 'demo-data.generated',
        object: company.name,
        objectId: companyId,
      });
      await notify(tx, { kind: 'history-changed', companyId });
      await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    });
    return chunks.reduce((sum, { events }) => sum + events.length, 0);
  }

  /** Deletes the demo data, so that the portal shows tracked data again. Viewers may do this at any time. */
  async clear({ viewer, address }: Request): Promise<void> {
    const { companyId } = viewer;
    await this.#deps.db.transaction(async (tx) => {
      const company = await this.#lockCompany(tx, companyId);
      if (company.demo_dataset_id === null) return;
      await this.#discard(tx, company);
      await updateDemoDataset(tx, companyId, null);
      await recordAudit(tx, toPortalActor(viewer, address), {
        action: 'demo-data.cleared',
        object: company.name,
        objectId: companyId,
      });
      await notify(tx, { kind: 'history-changed', companyId });
      await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    });
  }

  async #lockCompany(tx: Tx, companyId: string): Promise<DemoCompany> {
    await lockForTransaction(tx, { lock: 'demo-data', companyId });
    const company = await lockCompanyAgainstDeletion(tx, companyId);
    if (!company) throw companyNotFound();
    return company;
  }

  async #requireAllowed(tx: Tx, viewer: PortalViewer): Promise<void> {
    if (!viewer.admin && (await hasRealEvents(tx, viewer.companyId))) throw demoDataUnavailable();
  }

  /** The present events are deleted in a job. */
  async #discard(tx: Tx, { demo_dataset_id }: DemoCompany): Promise<void> {
    if (demo_dataset_id !== null) await queueDataDeletion(tx, this.#deps.jobs, demo_dataset_id);
  }
}

function demoDataUnavailable(): AppError {
  return new AppError(
    409,
    'demo-data-unavailable',
    'This portal has real figures, and demo data would hide them. Ask your account administrator if you need it.',
  );
}

function tooManyGenerations(): AppError {
  return new AppError(
    429,
    'too-many-requests',
    'Demo data is being generated for other portals. Try again in a few seconds.',
    { headers: { 'retry-after': '5' } },
  );
}
