import { LRUCache } from 'lru-cache';
import type { Db } from '../client.ts';
import type { DatabaseForm } from './database-form.ts';

/** A rebalance moves companies to other machines. Until that is noticed they share the delays of the earlier machine. */
const rememberedMs = 60_000;
const rememberedMax = 50_000;

/** Where a shard is, as the coordinator reaches its machine. */
export interface MachineAddress {
  host: string;
  port: number;
}

interface Place {
  machine: number;
  /** Undefined for the coordinator, and for a machine that does not know where the others' rows are. */
  address: MachineAddress | undefined;
}

/** The shard of every company of a database on one machine. */
export const onlyShard = 0;
/** `groupid` of the coordinator. */
const coordinator = 0;

interface FoundPlace extends MachineAddress {
  shard: number;
  machine: number;
  is_synced: boolean;
}

/**
 * Finds the shard of a cluster that has the rows of a company, and its machine. A statement about the companies of one
 * shard is one statement for one machine, and does not wait for another.
 */
export class CompanyMachines {
  readonly #db: Db;
  readonly #form: () => DatabaseForm;
  readonly #remembered = new LRUCache<string, number>({ max: rememberedMax, ttl: rememberedMs });
  readonly #pending = new Map<string, Promise<number>>();
  /** The machine of each shard. */
  readonly #machines = new Map<number, number>();
  /** The address of each machine. */
  readonly #addresses = new Map<number, MachineAddress | undefined>();

  /** `db` must answer in time for the response to an event. */
  constructor(db: Db, form: () => DatabaseForm) {
    this.#db = db;
    this.#form = form;
  }

  /** The present form of the database. */
  get form(): DatabaseForm {
    return this.#form();
  }

  /** The shard of a company, if finding it needs no question. */
  findRemembered(companyId: string): number | undefined {
    return this.form === 'single' ? onlyShard : this.#remembered.get(companyId);
  }

  /** Where a shard is that was found for a company. */
  placeOf(shard: number): Place {
    const machine = (this.form === 'single' ? undefined : this.#machines.get(shard)) ?? coordinator;
    return { machine, address: this.#addresses.get(machine) };
  }

  async find(companyId: string): Promise<number> {
    const remembered = this.findRemembered(companyId);
    if (remembered !== undefined) return remembered;
    const pending = this.#pending.get(companyId) ?? this.#read(companyId);
    this.#pending.set(companyId, pending);
    return pending;
  }

  /** Lists of companies that are on one machine each, for statements that must not wait for another machine. */
  async group(companyIds: readonly string[]): Promise<string[][]> {
    const shards = await Promise.all(companyIds.map((id) => this.find(id)));
    const groups = new Map<number, string[]>();
    for (const [index, id] of companyIds.entries()) {
      const { machine } = this.placeOf(shards[index] ?? onlyShard);
      const group = groups.get(machine);
      if (group) group.push(id);
      else groups.set(machine, [id]);
    }
    return [...groups.values()];
  }

  async #read(companyId: string): Promise<number> {
    try {
      const { rows } = await this.#db.query<FoundPlace>({
        name: 'place-of-company',
        text: `SELECT p.shardid AS shard, n.groupid AS machine, n.nodename AS host, n.nodeport AS port,
                 n.hasmetadata AND n.metadatasynced AS is_synced
               FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
               WHERE p.shardid = get_shard_id_for_distribution_column('events', $1::uuid)`,
        values: [companyId],
      });
      const [found] = rows;
      const shard = found?.shard ?? onlyShard;
      if (found) this.#rememberPlace(found);
      this.#remembered.set(companyId, shard);
      return shard;
    } finally {
      this.#pending.delete(companyId);
    }
  }

  #rememberPlace({ shard, machine, host, port, is_synced }: FoundPlace): void {
    this.#machines.set(shard, machine);
    this.#addresses.set(machine, is_synced && machine !== coordinator ? { host, port } : undefined);
  }
}
