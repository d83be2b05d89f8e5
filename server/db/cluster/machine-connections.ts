import { type Db, openDb } from '../client.ts';
import type { CompanyMachines, MachineAddress } from './company-machines.ts';

/** How long a machine that could not be reached directly is left to the coordinator. */
const unreachableMs = 60_000;

interface MachineConnectionsDeps {
  /** The URL of the coordinator. Its role, password, database and parameters apply to every machine. */
  url: string;
  machines: Pick<CompanyMachines, 'placeOf'>;
  onError: (error: Error) => void;
  /** Called when a machine could not be reached, or no longer. */
  onUnreachable: (error: unknown, address: MachineAddress) => void;
}

interface Opened {
  address: MachineAddress;
  /** Undefined while the machine is left to the coordinator. */
  db: Promise<Db | undefined>;
  openedAtMs: number;
}

/**
 * Connections to the machines of a cluster, without the coordinator in between, for what each of them stores. A machine
 * that cannot be reached from here, or is not what its address promises, is left to the coordinator.
 */
export class MachineConnections {
  readonly #deps: MachineConnectionsDeps;
  readonly #opened = new Map<number, Opened>();
  #closing: Promise<unknown> = Promise.resolve();

  constructor(deps: MachineConnectionsDeps) {
    this.#deps = deps;
  }

  /** The database on the machine of a shard. Undefined if the coordinator must be used. */
  async find(shard: number): Promise<Db | undefined> {
    const { machine, address } = this.#deps.machines.placeOf(shard);
    if (!address) return undefined;
    const opened = this.#opened.get(machine);
    if (!opened || !isSame(opened.address, address)) return this.#open(machine, address);
    const db = await opened.db;
    if (db || performance.now() - opened.openedAtMs < unreachableMs) return db;
    // Another caller may have tried again in the meantime.
    return this.#opened.get(machine) === opened ? this.#open(machine, address) : this.find(shard);
  }

  /** Leaves the machine of a shard to the coordinator for a while, because it did not answer. */
  leave(shard: number, error: unknown): void {
    const { machine } = this.#deps.machines.placeOf(shard);
    const opened = this.#opened.get(machine);
    if (!opened) return;
    this.#close(opened);
    this.#opened.set(machine, { ...opened, db: Promise.resolve(undefined), openedAtMs: performance.now() });
    this.#deps.onUnreachable(error, opened.address);
  }

  /** Replaces all connections, as `Db.renewConnections` does. */
  renew(): void {
    for (const opened of this.#opened.values()) this.#close(opened);
    this.#opened.clear();
  }

  async close(): Promise<void> {
    this.renew();
    await this.#closing;
  }

  #open(machine: number, address: MachineAddress): Promise<Db | undefined> {
    const earlier = this.#opened.get(machine);
    if (earlier) this.#close(earlier);
    const { url, onError, onUnreachable } = this.#deps;
    const connections = { connectionsMax: 3, idleMin: 1, isPipelined: true, connectMaxMs: 1_000 };
    const db = openDb({ url: toMachineUrl(url, address), onError, ...connections });
    const checked = requireMachine(db, machine).then(
      () => db,
      async (error: unknown) => {
        onUnreachable(error, address);
        await db.close();
        return undefined;
      },
    );
    this.#opened.set(machine, { address, db: checked, openedAtMs: performance.now() });
    return checked;
  }

  /** Its statements under way are finished. */
  #close({ db }: Opened): void {
    const closed = db.then((opened) => opened?.close()).catch(this.#deps.onError);
    this.#closing = Promise.all([this.#closing, closed]);
  }
}

const isSame = (a: MachineAddress, b: MachineAddress) => a.host === b.host && a.port === b.port;

/** Throws unless this is the machine. The address of a machine may mean another one from here, such as "localhost". */
async function requireMachine(db: Db, machine: number): Promise<void> {
  const found = await db.query<{ machine: number }>('SELECT groupid AS machine FROM pg_dist_local_group');
  if (found.rows[0]?.machine !== machine) throw new Error(`The address is not that of machine ${machine}.`);
}

/** The URL of the same database on another machine. URL cannot parse the address of a socket, which has no host. */
export function toMachineUrl(url: string, { host, port }: MachineAddress): string {
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const [address = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  for (const name of ['host', 'port']) parameters.delete(name);
  const machine = address.replace(/^(\w+:\/\/(?:[^@/]*@)?)[^/]*/, (_, start: string) => start + authority);
  return parameters.size > 0 ? `${machine}?${parameters}` : machine;
}
