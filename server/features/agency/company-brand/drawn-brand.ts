import {
  type AgencySettings,
  type CompanyBrand,
  companyBrand,
} from '../../../../contract/site/agency-settings.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { defaultTypeface } from '../../../../contract/site/typefaces.ts';
import type { Tx } from '../../../db/client.ts';
import { findBrandFile } from '../agency.queries.ts';
import type { DrawnBrand } from '../drawing/drawing-jobs.ts';
import type { Logos } from '../site-content.ts';
import { pickLogo } from './pick-logo.ts';

interface AgencyBrand {
  brand: { name: string };
  settings: AgencySettings;
  logos: Logos;
}

/** The brand that documents about a company are drawn in: its own, completed with the agency's. */
export async function findDrawnBrand(
  tx: Tx,
  { brand, settings, logos }: AgencyBrand,
  company: CompanyBrand | null,
): Promise<DrawnBrand> {
  // As stored. A document is drawn with the agency's brand rather than not at all.
  const { data: own = {} } = companyBrand.safeParse(company ?? {});
  const { look = {} } = settings;
  const logo = own.logoLight ?? own.logoDark;
  const digest = pickLogo({ name: own.name, logo }, logos.light?.digest ?? logos.dark?.digest);
  const file = digest === undefined ? undefined : await findBrandFile(tx, digest);
  return {
    name: own.name ?? brand.name,
    logo: file && { ...file, kind: file.kind === 'svg' ? 'svg' : 'png' },
    theme: deriveTheme({ accent: own.accent ?? look.accent, neutral: look.neutral }),
    typeface: look.typeface ?? defaultTypeface,
  };
}
