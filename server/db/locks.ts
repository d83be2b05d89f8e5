import type pg from 'pg';
import type { Db, Tx } from './client.ts';

/** Every use of an advisory lock. */
export type AdvisoryLock =
  /** Changes of the schema, and the check that no server runs during a transfer. */
  | { lock: 'migration' }
  /** Changes of the account of an address, which may not exist yet: the second of two sees what the first stored. */
  | { lock: 'account'; email: string }
  /** Changes of the team: the last owner must stay one, also when two owners leave at once. */
  | { lock: 'team' }
  /** Additions of a company for a domain. */
  | { lock: 'company'; domain: string }
  /** Without this lock, the second of two clicks would fail on the rows of the first. */
  | { lock: 'demo-data'; companyId: string }
  /** Sending a mail. */
  | { lock: 'mail'; id: string }
  /** Reservations in the budget of a mail class, so that two mails cannot get its last place. */
  | { lock: 'mail-budget'; mailClass: string }
  /**
   * Signed events of the payment provider, one at a time: an event that names the purchase of a payment and one that
   * needs that name would otherwise miss each other. There are few of them.
   */
  | { lock: 'purchase-events' }
  /**
   * Verified orders and refunds of a company, one request at a time: a refund that finds no order and the order that
   * finds no refund would otherwise miss each other.
   */
  | { lock: 'verified-orders'; companyId: string }
  /** Additions of tokens for several companies, of which there is a limited number. */
  | { lock: 'shared-tokens' }
  /** Changes of the recipients and webhooks of all companies, of which there is a limited number. */
  | { lock: 'agency-alerts' }
  /** Additions of own addresses, and the decision which of several claims a host belongs to. There are few of them. */
  | { lock: 'custom-domains' }
  /** Changes that name stored logos, and the deletion of logos that nothing names. There are few of them. */
  | { lock: 'logos' }
  /** Making the mails of a report. */
  | { lock: 'report'; id: string }
  /** Making a scheduled backup, one for all instances. */
  | { lock: 'backups' }
  /** Building the segments of one store. */
  | { lock: 'segments'; storeId: string }
  /** The check whether two connections are to the same database. */
  | { lock: 'same-database'; id: string };

// Keys and names stay as they are: during an update the previous release takes the same locks.

/** "north" on a phone keypad. */
const migrationKey = 66784;

function toName(wanted: Exclude<AdvisoryLock, { lock: 'migration' }>): string {
  switch (wanted.lock) {
    case 'account':
      return `account ${wanted.email}`;
    case 'team':
      return 'northlight team';
    case 'company':
      return `company ${wanted.domain}`;
    case 'demo-data':
      return `simulated ${wanted.companyId}`;
    case 'mail':
      return `northlight mail ${wanted.id}`;
    case 'mail-budget':
      return `northlight mail budget ${wanted.mailClass}`;
    case 'purchase-events':
      return 'northlight purchase events';
    case 'verified-orders':
      return `northlight verified orders ${wanted.companyId}`;
    case 'shared-tokens':
      return 'northlight shared tokens';
    case 'agency-alerts':
      return 'alerts of all companies';
    case 'custom-domains':
      return 'portal domains';
    case 'logos':
      return 'stored logos';
    case 'report':
      return `report ${wanted.id}`;
    case 'backups':
      return 'northlight backups';
    case 'segments':
      return `northlight segments ${wanted.storeId}`;
    case 'same-database':
      return `northlight same database ${wanted.id}`;
  }
}

/** A call of one of PostgreSQL's lock functions, which take a number. */
function callFor(lockFunction: string, wanted: AdvisoryLock): { text: string; values: [string | number] } {
  return wanted.lock === 'migration'
    ? { text: `SELECT ${lockFunction}($1::bigint) AS result`, values: [migrationKey] }
    : { text: `SELECT ${lockFunction}(hashtextextended($1, 0)) AS result`, values: [toName(wanted)] };
}

/** Waits for the lock and holds it until the transaction ends. */
export async function lockForTransaction(tx: Tx, wanted: AdvisoryLock): Promise<void> {
  await tx.query(callFor('pg_advisory_xact_lock', wanted));
}

/**
 * Locks a company until the transaction ends, so that changes of what belongs to it run one after the other, and nothing is
 * added while it is deleted. Returns its name, if it exists.
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<string | undefined> {
  const found = await tx.query<{ name: string }>({
    name: 'lock-company',
    text: 'SELECT name FROM companies WHERE id = $1 FOR UPDATE',
    values: [companyId],
  });
  return found.rows[0]?.name;
}

/** Waits for the lock and holds it until it is unlocked or the connection ends. */
export async function lockForSession(client: pg.ClientBase, wanted: AdvisoryLock): Promise<void> {
  await client.query(callFor('pg_advisory_lock', wanted));
}

/** False when another session holds the lock. */
export async function tryLockForSession(client: pg.ClientBase, wanted: AdvisoryLock): Promise<boolean> {
  const found = await client.query<{ result: boolean }>(callFor('pg_try_advisory_lock', wanted));
  return found.rows[0]?.result ?? false;
}

export async function unlockForSession(client: pg.ClientBase, wanted: AdvisoryLock): Promise<void> {
  await client.query(callFor('pg_advisory_unlock', wanted));
}

/** Whether any session of this database holds the lock. */
export async function isLocked(
  tx: Tx,
  wanted: Exclude<AdvisoryLock, { lock: 'migration' }>,
): Promise<boolean> {
  // A lock of one number is listed in two halves, the second of them with the sub-id 1.
  const found = await tx.query(
    `SELECT 1 FROM pg_locks
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0) LIMIT 1`,
    [toName(wanted)],
  );
  return found.rows.length > 0;
}

/**
 * Runs `work` while a connection of the pool holds the lock. Returns false, without running it, when another process
 * holds the lock.
 */
export async function runLocked(db: Db, wanted: AdvisoryLock, work: () => Promise<void>): Promise<boolean> {
  const client = await db.connect();
  // A connection that breaks while it is idle emits this error; without a listener it would end the process.
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const isLocked = await tryLockForSession(client, wanted);
    if (isLocked) {
      await work();
      await unlockForSession(client, wanted);
    }
    return isLocked;
  } catch (error) {
    // Closing the connection releases the lock.
    broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Removes this listener alone: the pool keeps its own on this client.
    client.off('error', onError);
    client.release(broken);
  }
}
