import { ComparisonMenu } from '../../../period/comparison-choice.tsx';
import { PeriodBar } from '../../../period/period-bar.tsx';
import { hasRight } from '../../portal-rights.ts';
import { AddFilterButton, FilterBar } from '../filters/filter-bar.tsx';
import { FixedFilters } from '../filters/fixed-filters.tsx';
import { MoreMenu } from '../options/more-menu.tsx';
import { OptionsButton } from '../options/options-button.tsx';
import { useOpenDialog } from '../options/portal-dialog.ts';
import { useShortcuts } from '../period/use-shortcuts.ts';
import { ExportMenu } from '../print/export-menu.tsx';
import { usePortal } from './use-portal.ts';

/** The period on the left; what is used daily on the right, with one menu for the rest, or one sheet on a phone. */
export function PortalToolbar() {
  const { company, view, changeView } = usePortal();
  const openDialog = useOpenDialog();
  useShortcuts(() => openDialog({ is: 'shortcuts' }));
  return (
    <div data-print="hide" className="mt-4 md:mt-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <PeriodBar view={view} changeView={changeView} timeZone={company.timeZone} />
        <p className="order-last basis-full text-note text-soft xl:order-none xl:basis-auto">
          Times in {company.timeZone.replaceAll('_', ' ')}
        </p>
        <OptionsButton />
        <div className="-mr-3.5 ml-auto flex flex-wrap items-center max-md:hidden">
          <ComparisonMenu view={view} changeView={changeView} />
          <AddFilterButton />
          {hasRight(company, 'export') && <ExportMenu />}
          <MoreMenu />
        </div>
      </div>
      <FixedFilters company={company} />
      <FilterBar />
    </div>
  );
}
