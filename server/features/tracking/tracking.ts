import type { TrackingEvent } from '../../../contract/tracking.ts';
import type { Db } from '../../db/client.ts';
import type { CompanyMachines } from '../../db/cluster/company-machines.ts';
import type { MachineConnections } from '../../db/cluster/machine-connections.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { type AppError, unavailable } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { Admission, type TrackingLimits } from './admit.ts';
import { Collector } from './collect.ts';
import type { AcceptedEvent } from './event-batch.ts';
import type { EventSender } from './event-rules/event-rules.ts';
import type { FindCompany } from './event-rules/require-companies.ts';
import { type FindPlace, unknownPlace } from './places/places.ts';
import type { Rejection } from './rejections/rejection-log.ts';
import { toRejection } from './rejections/to-rejection.ts';
import { toSecondsLeft } from './visitors/local-days.ts';
import { RecentTabs } from './visitors/recent-tabs.ts';
import { type PortalTab, type StoredTab, toPortalTab } from './visitors/stored-tab.ts';
import { VisitorSalts } from './visitors/visitor-salts.ts';

interface TrackingDeps {
  db: Db;
  /** For what is looked up before an event is queued: must answer in time for its response. */
  promptDb?: Db;
  machines: CompanyMachines;
  /** Default: everything is stored through the coordinator. */
  connections?: MachineConnections;
  findCompany: FindCompany;
  /** Hashes the session ids of tabs in `active_sessions`. The same in every process. */
  sessionKey: Buffer;
  limits: TrackingLimits;
  /** Whether what looks like an email address is stored as "(email)". Default: true. */
  masksEmails?: boolean;
  metrics: Metrics;
  /** The country of an address. Default: every country is unknown. */
  findPlace?: FindPlace;
  /** Called with each rejection of events of an existing company. Must not throw or wait. */
  onRejected: (companyId: string, rejection: Rejection) => void;
  onFailure: (error: unknown, events: number) => void;
  /** Called with the version that a page's script names when a page sent an event of a visit. Must not throw or wait. */
  onScript?: (companyId: string, version: unknown) => void;
  now?: () => Date;
}

interface TrackedAnswer {
  accepted: number;
  dayEndsInSeconds: number;
}

export interface Tracking {
  /** The salts of the last days, with which visitors are recognized. */
  salts: VisitorSalts;
  /**
   * Resolves when the events are committed, with the number of those that are not left out by the company's settings
   * and the seconds until the day of the first event's company ends (zero if it stores no visitor ids). Throws an
   * AppError if they are rejected. `version` is what the script that sent them calls its version.
   */
  track: (events: TrackingEvent[], sender: EventSender, version?: unknown) => Promise<TrackedAnswer>;
  /** Records that events did not match the schema. The company they name may not exist. */
  recordInvalid: (companyId: string, error: AppError, sender: EventSender) => Promise<void>;
  /** The values that `active_sessions` stores of an open portal. */
  toPortalTab: (tab: PortalTab) => StoredTab;
  onNotification: (notification: Notification) => void;
  /** Must be called after notifications may have been missed. */
  catchUp: () => void;
  /** Must be called after the last event. Resolves when every accepted event is answered. */
  close: () => Promise<void>;
}

export function createTracking({
  db,
  promptDb = db,
  machines,
  connections,
  findCompany,
  sessionKey,
  limits,
  masksEmails = true,
  metrics,
  findPlace = () => unknownPlace,
  onRejected,
  onFailure,
  onScript = () => {},
  now = () => new Date(),
}: TrackingDeps): Tracking {
  const tabs = new RecentTabs(sessionKey);
  const salts = new VisitorSalts({ db: promptDb, machines, now, onDestroyed: () => tabs.clear() });
  // Every process forgets destroyed salts, not only the process that deletes them from the database.
  const destroying = setInterval(() => salts.destroyDue(), 60_000).unref();
  const admission = new Admission({
    ...{ findCompany, findPlace, salts, tabs, limits, masksEmails },
    ...{ metrics, onRejected, now },
  });
  const collector = new Collector({ db, machines, connections, metrics, onRejected, onFailure, now });
  const track: Tracking['track'] = async (events, sender, version) => {
    const { accepted, companies } = await admission.admit(events, sender);
    await collector.add(accepted, [...companies.keys()]);
    const firstId = events[0]?.companyId.toLowerCase() ?? '';
    const first = companies.get(firstId);
    if (sender.origin !== undefined && accepted.some(isOfVisit)) onScript(firstId, version);
    return { accepted: accepted.length, dayEndsInSeconds: toSecondsLeft(first, now()) };
  };
  return {
    salts,
    track: (events, sender, version) => answerInTime(track(events, sender, version)),
    recordInvalid: async (companyId, error, sender) => {
      if (await findCompany(companyId)) onRejected(companyId, toRejection(error, sender, 1));
    },
    toPortalTab: (tab) => toPortalTab(sessionKey, tab),
    onNotification: (notification) => {
      // A visitor may have been erased, and counts again with its next event.
      if (notification.kind === 'history-changed') tabs.clear();
    },
    catchUp: () => tabs.clear(),
    close: async () => {
      clearInterval(destroying);
      await collector.drained();
    },
  };
}

/** An open tab sends heartbeats and engagement for days, also after the code was removed from the site. */
const isOfVisit = ({ event }: AcceptedEvent): boolean =>
  event?.kind === 'pageview' || event?.kind === 'event' || event?.kind === 'order';

/** Longest time until a sender is answered. Above the limit of the queue, which names the cause. */
const answerMaxMs = 1_900;

/** Rejects with 503 without an answer in time. The events may still be stored, which is why each has an id. */
function answerInTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable()), answerMaxMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
