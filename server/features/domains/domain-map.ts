import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import {
  type PortalHost,
  type PortalHosts,
  type PortalOrigins,
  toHostOrigin,
} from '../../platform/http/portal-hosts.ts';
import { shareNextRun } from '../../platform/next-run.ts';
import { listDomainsInUse } from './domains.queries.ts';

interface DomainMapDeps {
  db: Db;
  publicUrl: string;
  onError: (error: unknown) => void;
}

export interface KnownDomain extends PortalHost {
  id: string;
  /** When its record was last found, in milliseconds since 1970. */
  foundAtMs: number;
}

/** Maximum time until a change is noticed if its notification is missed. */
const renewMs = 60_000;

/** The own addresses in use, in the memory of each process: no request waits for the database to be routed. */
export class DomainMap implements PortalHosts, PortalOrigins {
  readonly #deps: DomainMapDeps;
  #byHost = new Map<string, KnownDomain>();
  #hostOf = new Map<string | null, string>();
  #timer: NodeJS.Timeout | undefined;
  #onEnded: (hosts: ReadonlySet<string>) => void = () => {};

  constructor(deps: DomainMapDeps) {
    this.#deps = deps;
  }

  /** Reads the addresses, and again every minute until it is closed. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => this.#refreshLater(), renewMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Calls `listener` with the hosts that are no longer in use, or show other portals than before. */
  onEnded(listener: (hosts: ReadonlySet<string>) => void): void {
    this.#onEnded = listener;
  }

  /** Reads the addresses. Resolves when everything that was committed before the call is in memory. */
  readonly refresh = shareNextRun(() => this.#read());

  find(host: string): KnownDomain | undefined {
    return this.#byHost.get(host);
  }

  toPortalOrigin(companyId: string): string {
    const { publicUrl } = this.#deps;
    const host = this.#hostOf.get(companyId) ?? this.#hostOf.get(null);
    return host === undefined ? publicUrl : toHostOrigin(publicUrl, host);
  }

  /** Notes that the record of a host was found just now. */
  markFound(id: string): void {
    for (const domain of this.#byHost.values()) if (domain.id === id) domain.foundAtMs = Date.now();
  }

  onNotification(notification: Notification): void {
    // The addresses of a deleted company are deleted with it.
    if (notification.kind === 'domains-changed' || notification.kind === 'access-ended') this.#refreshLater();
  }

  /** Reads the addresses after notifications may have been missed. */
  catchUp(): void {
    this.#refreshLater();
  }

  #refreshLater(): void {
    this.refresh().catch(this.#deps.onError);
  }

  async #read(): Promise<void> {
    const before = this.#byHost;
    const byHost = new Map<string, KnownDomain>();
    const hostOf = new Map<string | null, string>();
    for (const { id, host, company_id: companyId, found_at } of await listDomainsInUse(this.#deps.db)) {
      const notedMs = before.get(host)?.foundAtMs ?? 0;
      byHost.set(host, { id, host, companyId, foundAtMs: Math.max(found_at?.getTime() ?? 0, notedMs) });
      if (!hostOf.has(companyId)) hostOf.set(companyId, host);
    }
    this.#byHost = byHost;
    this.#hostOf = hostOf;
    const ended = [...before.values()].filter(({ id, host }) => byHost.get(host)?.id !== id);
    if (ended.length > 0) this.#onEnded(new Set(ended.map(({ host }) => host)));
  }
}

/** The origin of a company's portal, for a command that runs once. */
export async function readPortalOrigin(db: Db, publicUrl: string, companyId: string): Promise<string> {
  const onError = () => {};
  const domains = new DomainMap({ db, publicUrl, onError });
  await domains.refresh();
  return domains.toPortalOrigin(companyId);
}
