import { type AgencySettings, agencySettings } from '../../../contract/site/agency-settings.ts';
import { isRenamed, type MergedSettings, mergeSettings } from '../../../contract/site/merged-settings.ts';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { shareNextRun } from '../../platform/next-run.ts';
import { findNewestVersion, findSettingsUpTo, listBrandFiles, type SettingsRow } from './agency.queries.ts';
import { checkSettings } from './check-settings.ts';
import { checkCompanyBrand } from './company-brand/check-company-brand.ts';
import { findDrawnBrand } from './company-brand/drawn-brand.ts';
import { PortalBrands } from './company-brand/portal-brands.ts';
import { type Logos, type SiteContent, toSiteContent } from './site-content.ts';

export { checkCompanyBrand, checkSettings, findDrawnBrand, PortalBrands, type SiteContent };

/** The settings in use. Never changed in place: another version is another object. */
export interface AgencyState extends MergedSettings {
  /** 0 before the first change. */
  version: number;
  /** Only fields that differ from the specification's. */
  settings: AgencySettings;
  changedBy: string | null;
  changedAt: Date | null;
  /** The content of pages. */
  site: SiteContent;
  logos: Logos;
}

/** The settings in use, without the control of their reading. */
export type CurrentAgency = Pick<Agency, 'current'>;

interface AgencyOptions {
  db: Db;
  onError: (error: Error) => void;
}

/** The longest time until a change is noticed if its notification is missed. */
const rereadMs = 5_000;

const noLogos: Logos = { light: undefined, dark: undefined };

/** The state before the first change. */
export const usualState: AgencyState = {
  ...toState({}, noLogos),
  version: 0,
  changedBy: null,
  changedAt: null,
};

/** The settings with the texts of the specification, the content of pages, and the files of the logos. */
function toState(settings: AgencySettings, logos: Logos) {
  const merged = mergeSettings(settings);
  const site = toSiteContent(settings, merged, { logos, isRenamed: isRenamed(merged) });
  return { ...merged, settings, logos, site };
}

/** The state with settings that are not saved, for a preview. */
export async function toDraftState(db: Db, settings: AgencySettings): Promise<AgencyState> {
  const state = toState(settings, await findLogos(db, settings));
  return { ...state, version: -1, changedBy: null, changedAt: null };
}

async function findLogos(db: Db, { look = {} }: AgencySettings): Promise<Logos> {
  const { logoLight, logoDark } = look;
  const digests = [logoLight, logoDark].flatMap((digest) => digest ?? []);
  const files = await listBrandFiles(db, digests);
  const find = (digest: string | undefined) => files.find((file) => file.digest === digest);
  return { light: find(logoLight), dark: find(logoDark) };
}

/**
 * The agency's settings in memory, for everything that shows a name, a text or a price. Every process has one; a change is in
 * all of them within seconds.
 */
export class Agency {
  readonly #options: AgencyOptions;
  readonly #listeners = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  #state = usualState;
  /** The newest version that was read, whether this release can read its settings or not. */
  #newest = 0;

  /** Resolves when `current` contains everything that was committed before the call. */
  readonly reread = shareNextRun(() => this.#read());

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

  /** Whether the newest version was saved by a release with other settings, and an earlier one is in use. */
  get isBehind(): boolean {
    return this.#newest !== this.#state.version;
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

  stop(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const { db } = this.#options;
    // Compared first: with long texts, the settings are hundreds of kilobytes.
    const newest = await findNewestVersion(db);
    if (newest === this.#newest) return;
    const found = await this.#findReadable(newest);
    const state = found && (await toStoredState(db, found));
    this.#newest = newest;
    if (!state || state.version === this.#state.version) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /**
   * The newest settings up to a version that this release can read: those of a newer release may have fields that it does not know.
   * A server that sells at earlier prices is better than one that does not start.
   */
  async #findReadable(version: number): Promise<ReadableRow | undefined> {
    const row =
      version === this.#state.version ? undefined : await findSettingsUpTo(this.#options.db, version);
    if (!row) return undefined;
    const { data: settings, error } = agencySettings.safeParse(row.settings);
    if (settings) return { ...row, settings };
    this.#options.onError(
      new Error(`version ${row.version} of the settings cannot be read: ${error.message}`),
    );
    return this.#findReadable(row.version - 1);
  }
}

type ReadableRow = SettingsRow & { settings: AgencySettings };

async function toStoredState(db: Db, row: ReadableRow): Promise<AgencyState> {
  return {
    ...toState(row.settings, await findLogos(db, row.settings)),
    version: row.version,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  };
}
