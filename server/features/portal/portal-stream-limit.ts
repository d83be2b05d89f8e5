const ofSessionMax = 6;
/** Of all viewers of a company, who share one access key. */
const ofKeyMax = 200;
/** Of all administrators, apart from those of the viewers, who so cannot lock them out. */
const ofAdminsMax = 50;
/** Most places of a company for one address: an office behind one address, but not all there are. */
const ofAddressMax = 100;
/** From this many viewer streams on, an address gets at most 20, so that two addresses cannot use up the rest. */
const scarceFrom = 150;
const ofAddressScarceMax = 20;

export interface StreamOwner {
  companyId: string;
  sessionId: string;
  /** The access key that opened the portal; null for an administrator. */
  keyId: string | null;
  address: string;
}

/** Counts the open streams of each session, and of each company by address and in all. */
export class PortalStreamLimit {
  readonly #open = new Map<string, number>();

  /** Whether there is a place. An administrator always gets a first one. */
  hasRoom(holder: StreamOwner): boolean {
    const { session, own, shared, address } = toNames(holder);
    if (this.#count(session) >= ofSessionMax) return false;
    if (holder.keyId === null) return this.#count(own) === 0 || this.#count(shared) < ofAdminsMax;
    const taken = this.#count(shared);
    const ownMax = taken < scarceFrom ? ofAddressMax : ofAddressScarceMax;
    return taken < ofKeyMax && this.#count(address) < ownMax;
  }

  add(holder: StreamOwner): void {
    for (const name of Object.values(toNames(holder))) this.#open.set(name, this.#count(name) + 1);
  }

  remove(holder: StreamOwner): void {
    for (const name of Object.values(toNames(holder))) {
      const left = this.#count(name) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }
}

function toNames({ companyId, sessionId, keyId, address }: StreamOwner) {
  const shared = `${companyId} ${keyId === null ? 'administrators' : 'viewers'}`;
  return {
    session: `session ${sessionId}`,
    own: `session ${sessionId} ${companyId}`,
    shared,
    address: `${shared} ${address}`,
  };
}
