/** Maximum number of streams of one session. */
const sessionMax = 6;
/** Streams of all viewers of a company, who share one access key. */
const viewersMax = 200;
/** Streams of all administrators of a company's portal. Separate, so that viewers cannot lock administrators out. */
const adminsMax = 50;
/** Streams of a company's viewers at one address: enough for an office behind one address, but not all there are. */
const addressMax = 100;
/** From this many viewer streams on, an address gets at most 20, so that two addresses cannot use up the rest. */
const scarceFrom = 150;
const addressScarceMax = 20;

export interface StreamOwner {
  companyId: string;
  sessionId: string;
  /** The access key that opened the portal; null for an administrator. */
  keyId: string | null;
  /** Whether a share link opened it, which strangers may have. */
  isShared: boolean;
  address: string;
}

/** Counts the open streams of each session, and of each company by address and in total. */
export class PortalStreamLimit {
  readonly #open = new Map<string, number>();

  /** Whether another stream may open. An administrator may always open one. */
  hasRoom(owner: StreamOwner): boolean {
    const { session, own, shared, address } = toCounterNames(owner);
    if (this.#count(session) >= sessionMax) return false;
    if (owner.keyId === null) return this.#count(own) === 0 || this.#count(shared) < adminsMax;
    const open = this.#count(shared);
    const ownMax = open < scarceFrom ? addressMax : addressScarceMax;
    return open < viewersMax && this.#count(address) < ownMax;
  }

  add(owner: StreamOwner): void {
    for (const name of Object.values(toCounterNames(owner))) this.#open.set(name, this.#count(name) + 1);
  }

  remove(owner: StreamOwner): void {
    for (const name of Object.values(toCounterNames(owner))) {
      const left = this.#count(name) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }
}

function toCounterNames({ companyId, sessionId, keyId, isShared, address }: StreamOwner) {
  // Separate, so that readers of share links cannot lock the company's own viewers out.
  const viewers = isShared ? 'share links' : 'viewers';
  const shared = `${companyId} ${keyId === null ? 'administrators' : viewers}`;
  return {
    session: `session ${sessionId}`,
    own: `session ${sessionId} ${companyId}`,
    shared,
    address: `${shared} ${address}`,
  };
}
