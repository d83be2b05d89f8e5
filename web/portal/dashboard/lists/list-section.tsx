import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { listPanels } from './list-panels.ts';
import { PortalLists } from './portal-lists.tsx';

/** The panel of lists that is a section of the portal. */
export function ListSection({ section }: { section: PortalSection }) {
  const panel = listPanels.find(({ title }) => title.toLowerCase() === section);
  return panel ? <PortalLists panels={[panel]} /> : null;
}
