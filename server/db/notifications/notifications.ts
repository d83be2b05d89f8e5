import { type AdminTopic, adminTopics } from '../../../contract/admin.ts';
import type { Tx } from '../client.ts';

/** The channel of NOTIFY and LISTEN. */
export const notificationChannel = 'northlight';

/** A message to all processes through PostgreSQL's NOTIFY. */
export type Notification =
  /**
   * A site sent something, or a portal was opened or closed: what live frames show may have changed. Only the ids, because
   * a frame is read from the database anyway, once for many notifications.
   */
  | { kind: 'activity-changed'; companyIds: string[] }
  /** Earlier events were corrected or erased, or demo data was replaced: open portals need a new snapshot. */
  | { kind: 'history-changed'; companyId: string }
  /** A company was changed or deleted. */
  | { kind: 'company-changed'; companyId: string }
  /** A company was deleted: its open portals end. */
  | { kind: 'access-ended'; companyId: string }
  /** An access was changed, renewed or revoked: its open portals end. Those that may still open the portal reconnect. */
  | { kind: 'access-changed'; accessId: string }
  | { kind: 'viewer-ended'; sessionId: string }
  /** A session or an administrator's role ended: the rights of every open stream must be checked again. */
  | { kind: 'rights-changed' }
  | { kind: 'admin-topic-changed'; topic: AdminTopic }
  /** Another version of the agency's settings was saved. */
  | { kind: 'agency-changed' }
  /** An own address came into use, or stopped. */
  | { kind: 'domains-changed' }
  /** A setting of the database has changed that only new connections have. */
  | { kind: 'connections-outdated' }
  /** A job was added to a queue. */
  | { kind: 'job-added'; queue: string };

/**
 * The part of a payload before its colon. Must not change: during an update the previous release reads the same
 * channel.
 */
const prefixes = {
  'activity-changed': 'changed',
  'history-changed': 'replaced',
  'company-changed': 'company',
  'access-ended': 'ended',
  'access-changed': 'access',
  'viewer-ended': 'viewer-ended',
  'rights-changed': 'rights',
  'admin-topic-changed': 'admin',
  'agency-changed': 'agency',
  'domains-changed': 'domains',
  'connections-outdated': 'connections',
  'job-added': 'job',
} as const satisfies Record<Notification['kind'], string>;

export function encodeNotification(notification: Notification): string {
  return `${prefixes[notification.kind]}:${toSubject(notification)}`;
}

function toSubject(notification: Notification): string {
  switch (notification.kind) {
    case 'activity-changed':
      return notification.companyIds.join(',');
    case 'history-changed':
    case 'company-changed':
    case 'access-ended':
      return notification.companyId;
    case 'access-changed':
      return notification.accessId;
    case 'viewer-ended':
      return notification.sessionId;
    case 'rights-changed':
    case 'agency-changed':
    case 'domains-changed':
    case 'connections-outdated':
      return 'changed';
    case 'admin-topic-changed':
      return notification.topic;
    case 'job-added':
      return notification.queue;
  }
}

const uuids = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;

/** Undefined for a payload of another release, or of something else on the channel. */
export function parseNotification(payload: string): Notification | undefined {
  const colon = payload.indexOf(':');
  const prefix = payload.slice(0, Math.max(0, colon));
  const subject = payload.slice(colon + 1);
  if (subject === '') return undefined;
  switch (prefix) {
    case prefixes['activity-changed']:
      return uuids.test(subject) ? { kind: 'activity-changed', companyIds: subject.split(',') } : undefined;
    case prefixes['history-changed']:
      return toCompany('history-changed', subject);
    case prefixes['company-changed']:
      return toCompany('company-changed', subject);
    case prefixes['access-ended']:
      return toCompany('access-ended', subject);
    case prefixes['access-changed']:
      return { kind: 'access-changed', accessId: subject };
    case prefixes['viewer-ended']:
      return { kind: 'viewer-ended', sessionId: subject };
    case prefixes['rights-changed']:
      return { kind: 'rights-changed' };
    case prefixes['agency-changed']:
      return { kind: 'agency-changed' };
    case prefixes['domains-changed']:
      return { kind: 'domains-changed' };
    case prefixes['connections-outdated']:
      return { kind: 'connections-outdated' };
    case prefixes['admin-topic-changed']: {
      const topic = adminTopics.find((each) => each === subject);
      return topic && { kind: 'admin-topic-changed', topic };
    }
    case prefixes['job-added']:
      return { kind: 'job-added', queue: subject };
    default:
      return undefined;
  }
}

function toCompany(
  kind: 'history-changed' | 'company-changed' | 'access-ended',
  companyId: string,
): Notification | undefined {
  return uuids.test(companyId) && !companyId.includes(',') ? { kind, companyId } : undefined;
}

/** Sent to every process, this one included, when the transaction commits. */
export async function notify(tx: Tx, notification: Notification): Promise<void> {
  await tx.query({
    name: 'notify',
    text: 'SELECT pg_notify($1, $2)',
    values: [notificationChannel, encodeNotification(notification)],
  });
}

/** A payload holds at most 8,000 bytes, which is enough for 216 ids. */
const notifiedCompaniesMax = 200;

/** The payloads of `activity-changed` for any number of companies. */
export function toActivityPayloads(companyIds: readonly string[]): string[] {
  const payloads: string[] = [];
  for (let from = 0; from < companyIds.length; from += notifiedCompaniesMax) {
    const part = companyIds.slice(from, from + notifiedCompaniesMax);
    payloads.push(encodeNotification({ kind: 'activity-changed', companyIds: part }));
  }
  return payloads;
}

/** An SQL expression that sends a payload when its transaction commits. */
export function sendPayloadSql(payload: string): string {
  return `pg_notify('${notificationChannel}', ${payload})`;
}
