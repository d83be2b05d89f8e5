/** Who asks. */
export interface Requester {
  companyId: string;
  sessionId: string;
  isAdmin: boolean;
  /** Has a share link, which strangers may have. */
  isShared?: boolean;
  /** The key that limits of the requester's address are counted under. */
  address: string;
}

/** How many requests with the same key may run at once, and how many more may wait for them. */
export interface Share {
  key: string;
  running: number;
  waiting: number;
}

/** An opened portal sends about twelve requests at once; two tabs fit. */
const sessionShare = { running: 4, waiting: 24 };
/** For all viewers of a company at one address: half of the share of all its viewers. */
const addressShare = { running: 8, waiting: 32 };
const viewersShare = { running: 16, waiting: 64 };
/** Separate from that of the viewers, so that viewers cannot lock administrators out. */
const adminsShare = { running: 8, waiting: 32 };

/** The shares that a request counts against. */
export function toShares({ companyId, sessionId, isAdmin, isShared, address }: Requester): Share[] {
  const own = { key: `session ${sessionId}`, ...sessionShare };
  if (isAdmin) return [own, { key: `administrators ${companyId}`, ...adminsShare }];
  // Separate, so that readers of share links cannot lock the company's own viewers out.
  const viewers = isShared ? `shared ${companyId}` : `viewers ${companyId}`;
  const atAddress = isShared ? `shared address ${companyId}` : `address ${companyId}`;
  return [own, { key: `${atAddress} ${address}`, ...addressShare }, { key: viewers, ...viewersShare }];
}
