import type { PortalBrand, PortalCompany } from '../../../contract/company/companies.ts';
import { brand } from '../../site/brand.ts';
import { BrandMark, LogoMark, NameMark } from '../../ui/layout/brand-mark.tsx';
import { useDocumentTitle } from '../../ui/layout/use-title.ts';

/** Undefined while the portal has the agency's brand. Answers that an earlier release kept have no field for it. */
export const brandOf = (company: PortalCompany | undefined): PortalBrand | undefined =>
  company?.brand ?? undefined;

/** The name in the title of the portal: the client's own, or the agency's. */
export const portalNameOf = (company: PortalCompany | undefined): string =>
  brandOf(company)?.name ?? brand().name;

/**
 * The colours and logos of a client, after those of the agency in the head of the page. Part of what the server renders, so that
 * the first paint has them.
 */
export function PortalTheme({ company }: { company: PortalCompany | undefined }) {
  const { themeCss = '' } = brandOf(company) ?? {};
  return themeCss === '' ? null : <style>{themeCss}</style>;
}

/** The client's logo or name, or the agency's. */
export function PortalMark({ company }: { company: PortalCompany | undefined }) {
  const own = brandOf(company);
  if (own?.logo) return <LogoMark {...own.logo} />;
  return own?.isOwn ? <NameMark name={own.name} /> : <BrandMark isCompact />;
}

/** Sets the document's title to a name of the portal, and the name of its brand. */
export function usePortalTitle(company: PortalCompany | undefined, title: string): void {
  const name = portalNameOf(company);
  useDocumentTitle(title === name ? title : `${title} · ${name}`);
}
