import { type AgencySettings, agencySettings } from '../../../contract/site/agency-settings.ts';
import { type MergedSettings, mergeSettings } from '../../../contract/site/merged-settings.ts';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { findNewestSettings } from './agency.queries.ts';

/** The settings in use. Never changed in place: another version is another object. */
export interface AgencyState extends MergedSettings {
  /** 0 before the first change. */
  version: number;
  /** Only fields that differ from the specification's. */
  settings: AgencySettings;
  changedBy: string | null;
  changedAt: Date | null;
}

interface AgencyOptions {
  db: Db;
  onError: (error: Error) => void;
}

/** The longest time until a change is noticed if its notification is missed. */
const rereadMs = 5_000;

const unchanged: AgencyState = {
  ...mergeSettings({}),
  version: 0,
  settings: {},
  changedBy: null,
  changedAt: null,
};

/**
 * The agency's settings in memory, for everything that shows a name, a text or a price. Every process has one; a change is in
 * all of them within seconds.
 */
export class Agency {
  readonly #options: AgencyOptions;
  readonly #listeners = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  #state = unchanged;
  #reading: Promise<void> | undefined;
  #isOutdated = false;

  private constructor(options: AgencyOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.catchUp(), rereadMs);
    this.#timer.unref();
  }

  /** Reads the settings. The database has to be migrated. */
  static async open(options: AgencyOptions): Promise<Agency> {
    const agency = new Agency(options);
    await agency.reread();
    return agency;
  }

  get current(): AgencyState {
    return this.#state;
  }

  /** Called after every change, with the new state in `current`. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  onNotification(notification: Notification): void {
    if (notification.kind === 'agency-changed') this.catchUp();
  }

  /** Reads the settings again in the background. */
  catchUp(): void {
    this.reread().catch((error: unknown) => {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** Resolves when `current` contains everything that was committed before the call. */
  async reread(): Promise<void> {
    if (this.#reading) {
      this.#isOutdated = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilCurrent().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#isOutdated = false;
      const row = await findNewestSettings(this.#options.db);
      if (!row || row.version === this.#state.version) continue;
      const settings = agencySettings.parse(row.settings);
      this.#state = {
        ...mergeSettings(settings),
        version: row.version,
        settings,
        changedBy: row.changed_by,
        changedAt: row.changed_at,
      };
      for (const listener of this.#listeners) listener();
    } while (this.#isOutdated);
  }
}
