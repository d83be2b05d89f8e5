import { type AllowedHosts, toHostname } from '../../platform/http/allowed-hosts.ts';
import { RecentMap } from '../../platform/recent-map.ts';
import type { DomainChecks } from './domain-checks.ts';
import type { DomainMap, KnownDomain } from './domain-map.ts';

interface TlsPermissionDeps {
  hosts: AllowedHosts;
  domains: DomainMap;
  checks: DomainChecks;
  onError: (error: unknown) => void;
}

/** A record that was found within this time is not asked for again. */
const freshMs = 60_000;
/** The proxy waits with its visitor. A longer check continues, for the next question. */
const waitMs = 2_000;
/** The time between two DNS questions about a host whose record was not found. */
const refusedMs = 30_000;
const refusedMax = 1_000;

/**
 * Whether the proxy may get a certificate for a name. Names that are not in use are refused from memory: asking for
 * any number of invented names costs neither a DNS question nor a query.
 */
export class TlsPermission {
  readonly #deps: TlsPermissionDeps;
  readonly #refusedUntil = new RecentMap<number>(refusedMax);

  constructor(deps: TlsPermissionDeps) {
    this.#deps = deps;
  }

  async allows(name: string): Promise<boolean> {
    const { hosts, domains } = this.#deps;
    const host = toHostname(name);
    // No proxy asks about a name with a port, a final dot or capitals.
    if (host === undefined || host !== name) return false;
    if (hosts.isNamed(host)) return true;
    const domain = domains.find(host);
    if (!domain) return false;
    if (Date.now() - domain.foundAtMs < freshMs) return true;
    if (Date.now() < (this.#refusedUntil.get(host) ?? 0)) return false;
    return this.#isFoundAgain(domain);
  }

  async #isFoundAgain({ id, host }: KnownDomain): Promise<boolean> {
    const { domains, checks, onError } = this.#deps;
    const checking = checks.run(id).then(
      ({ is }) => {
        if (is === 'found') domains.markFound(id);
        else this.#refusedUntil.set(host, Date.now() + refusedMs);
        return is === 'found';
      },
      (error: unknown) => {
        onError(error);
        this.#refusedUntil.set(host, Date.now() + refusedMs);
        return false;
      },
    );
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, waitMs, false);
    });
    const isFound = await Promise.race([checking, tooLong]);
    clearTimeout(timer);
    return isFound;
  }
}
