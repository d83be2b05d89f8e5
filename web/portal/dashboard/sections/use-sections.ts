import { useQuery } from '@tanstack/react-query';
import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { hasSales } from '../../../../contract/stats/has-sales.ts';
import { dimensionOf, isNamedDimension } from '../../../../contract/stats/model/dimensions.ts';
import { summaryQuery } from '../../api/stats.ts';
import { hasRight } from '../../portal-rights.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { usePortal } from '../view/use-portal.ts';

const parameter = 'section';
/** Sections that no shared view has. */
const closedSections: readonly PortalSection[] = ['orders', 'live', 'goals'];

/** The sections of the portal in the order that its administrator chose, and the section that a phone shows. */
export function useSections() {
  const { company, view, isShared = false } = usePortal();
  const { data: summary } = useQuery(summaryQuery(company.id, view));
  const [search, setSearch] = useSearchParams();
  const hasShop = company.hasShop || (summary !== undefined && hasSales(summary));
  const showsOrders = hasShop && hasRight(company, 'orders');
  const sections = company.display.sections.filter((section) =>
    isShared ? !closedSections.includes(section) : section !== 'orders' || showsOrders,
  );

  const given = sections.find((section) => section === search.get(parameter));
  const shown = given ?? findSectionOfRows(sections, search.get('rows')) ?? sections[0] ?? 'charts';
  const show = (section: PortalSection) =>
    setSearch(
      (before) => {
        const written = new URLSearchParams(before);
        if (section === sections[0]) written.delete(parameter);
        else written.set(parameter, section);
        return written;
      },
      // In place of the present address: Back leaves the portal and not a tab.
      { preventScrollReset: true, replace: true },
    );
  return { sections, shown, show };
}

/** The section of the list whose rows are all shown. */
function findSectionOfRows(
  sections: readonly PortalSection[],
  dimension: string | null,
): PortalSection | undefined {
  if (dimension === null || !isNamedDimension(dimension)) return undefined;
  const panel = dimensionOf(dimension).list?.panel.toLowerCase();
  return sections.find((section) => section === panel);
}
