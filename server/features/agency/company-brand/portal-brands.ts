import { LRUCache } from 'lru-cache';
import type { PortalBrand } from '../../../../contract/company/companies.ts';
import type { AgencySettings, CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { toThemeCss } from '../../../../contract/site/colours/theme-output.ts';
import type { Db } from '../../../db/client.ts';
import { listBrandFiles } from '../agency.queries.ts';
import { type SiteContent, toLogoCss, toSiteLogo } from '../site-content.ts';
import { pickLogo } from './pick-logo.ts';

/** The part of the agency's state that brands of companies are completed with. */
interface AgencyBrand {
  brand: { name: string };
  settings: AgencySettings;
  site: SiteContent;
}

interface PortalBrandsDeps {
  db: Db;
  agency: { readonly current: AgencyBrand };
}

/** A brand takes about two kilobytes. */
const cachedMax = 2_000;

/**
 * The brands of portals, as pages show them. Each is computed once for a version of the agency's settings. A key contains everything
 * that an entry is computed from, and a stored logo never changes, so an entry is never out of date.
 */
export class PortalBrands {
  readonly #deps: PortalBrandsDeps;
  readonly #cached = new LRUCache<string, PortalBrand>({ max: cachedMax });
  #state: AgencyBrand;

  constructor(deps: PortalBrandsDeps) {
    this.#deps = deps;
    this.#state = deps.agency.current;
  }

  /** Null for a company without own fields, whose portal has the agency's brand. */
  async find(company: { name: string; brand: CompanyBrand | null }): Promise<PortalBrand | null> {
    const { brand, name } = company;
    if (brand === null) return null;
    const { db, agency } = this.#deps;
    const state = agency.current;
    if (state !== this.#state) this.#cached.clear();
    this.#state = state;
    const key = JSON.stringify([name, brand.name, brand.accent, brand.logoLight, brand.logoDark]);
    const cached = this.#cached.get(key);
    if (cached) return cached;
    const found = await toPortalBrand(db, { name, brand }, state);
    // Settings may have changed during the query for the logos.
    if (this.#state === state) this.#cached.set(key, found);
    return found;
  }
}

async function toPortalBrand(
  db: Db,
  { name, brand }: { name: string; brand: CompanyBrand },
  agency: AgencyBrand,
): Promise<PortalBrand> {
  const digests = [brand.logoLight, brand.logoDark].flatMap((digest) => digest ?? []);
  const files = await listBrandFiles(db, digests);
  const find = (wanted: string | undefined) => files.find(({ digest }) => digest === wanted);
  const own = toSiteLogo({ light: find(brand.logoLight), dark: find(brand.logoDark) });
  const shown = pickLogo({ name: brand.name, logo: own }, agency.site.settings.logo);
  const label = brand.name ?? (own ? name : agency.brand.name);
  return {
    name: brand.name ?? agency.brand.name,
    logo: shown ? { ...shown, label } : null,
    isOwn: brand.name !== undefined || own !== undefined,
    themeCss: toAccentCss(brand, agency) + (own ? toLogoCss(own) : ''),
  };
}

function toAccentCss({ accent }: CompanyBrand, { settings }: AgencyBrand): string {
  if (accent === undefined) return '';
  const { look = {} } = settings;
  return toThemeCss(deriveTheme({ accent, neutral: look.neutral }), deriveTheme(look));
}
