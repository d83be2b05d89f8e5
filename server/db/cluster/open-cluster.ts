import type { Db } from '../client.ts';
import { CompanyMachines } from './company-machines.ts';
import { readDatabaseForm } from './database-form.ts';
import { MachineConnections } from './machine-connections.ts';

interface ClusterDeps {
  databaseUrl: string;
  db: Db;
  trackingDb: Db;
  closers: { add: (close: () => Promise<unknown>) => void };
  logger: { warn: (fields: object, message: string) => void };
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** The machines of the database, and its form, which is read again when an operator has changed it. */
export async function openCluster({ databaseUrl, db, trackingDb, closers, logger }: ClusterDeps) {
  let databaseForm = await readDatabaseForm(db);
  const machines = new CompanyMachines(db, () => databaseForm);
  const connections = new MachineConnections({
    url: databaseUrl,
    machines,
    onError: (err) => logger.warn({ err }, 'a connection to a machine of the cluster broke'),
    onUnreachable: (err, address) =>
      logger.warn(
        { err, ...address },
        'a machine of the cluster cannot be reached from here; its events are stored through the coordinator',
      ),
  });
  closers.add(() => connections.close());
  async function renew(): Promise<void> {
    db.renewConnections();
    trackingDb.renewConnections();
    connections.renew();
    try {
      databaseForm = await readDatabaseForm(db);
    } catch (err) {
      logger.warn({ err }, 'the form of the database could not be read; restart the server');
    }
  }
  return { machines, connections, renew };
}
