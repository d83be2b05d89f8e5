import { type AgencySettings, agencySettings } from '../../../contract/site/agency-settings.ts';
import { isRenamed, type MergedSettings, mergeSettings } from '../../../contract/site/merged-settings.ts';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { findNewestSettings, listBrandFiles } from './agency.queries.ts';
import { checkSettings } from './check-settings.ts';
import { checkCompanyBrand } from './company-brand/check-company-brand.ts';
import { PortalBrands } from './company-brand/portal-brands.ts';
import { type Logos, type SiteContent, toSiteContent } from './site-content.ts';

export { checkCompanyBrand, checkSettings, PortalBrands, type SiteContent };

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
    this.#reading = this.#readUntilCurrent();
    return this.#reading;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #readUntilCurrent(): Promise<void> {
    try {
      do {
        this.#isOutdated = false;
        await this.#readOnce();
      } while (this.#isOutdated);
    } finally {
      // In the same step as the check above: a call after it starts another reading.
      this.#reading = undefined;
    }
  }

  async #readOnce(): Promise<void> {
    const { db, onError } = this.#options;
    const row = await findNewestSettings(db);
    if (!row || row.version === this.#state.version) return;
    const parsed = agencySettings.safeParse(row.settings);
    if (!parsed.success) {
      // Such as settings of a newer release. A server that does not start would be worse than one with earlier texts.
      onError(new Error(`version ${row.version} of the settings cannot be read: ${parsed.error.message}`));
      return;
    }
    const settings = parsed.data;
    this.#state = {
      ...toState(settings, await findLogos(db, settings)),
      version: row.version,
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    };
    for (const listener of this.#listeners) listener();
  }
}
