import { ListFilterPlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ComparisonChoices } from '../../../period/comparison-choice.tsx';
import { hasRight } from '../../portal-rights.ts';
import { isFull } from '../filters/filter-rules.ts';
import { ExportFiles } from '../print/export-files.tsx';
import { usePortal } from '../view/use-portal.ts';
import { BottomSheet } from './bottom-sheet.tsx';
import { MoreOptions } from './more-options.tsx';
import { OptionItem } from './option-item.tsx';
import { useOpenDialog } from './portal-dialog.ts';

/** Everything that configures the portal, on a phone: from the most used to the least. */
export function OptionsSheet({ onClose }: { onClose: () => void }) {
  const { company, view, changeView } = usePortal();
  const openDialog = useOpenDialog();
  const { source } = company;
  const sourceAtFirst = useRef(source);
  useEffect(() => {
    // Demo data was generated: the sheet would cover it.
    if (source !== sourceAtFirst.current) onClose();
  }, [source, onClose]);

  return (
    <BottomSheet title="Options" onClose={onClose}>
      <Part title="Compare">
        <ComparisonChoices view={view} changeView={changeView} />
      </Part>
      <Part title="This portal">
        {!isFull(view.filters) && (
          <OptionItem Icon={ListFilterPlus} onChoose={() => openDialog({ is: 'filter' })}>
            Add filter
          </OptionItem>
        )}
        <MoreOptions onChosen={onClose} />
      </Part>
      {hasRight(company, 'export') && (
        <Part title="Export">
          <ExportFiles onChosen={onClose} />
        </Part>
      )}
      {company.description && (
        <Part title="About">
          <p className="px-3 break-words text-soft">{company.description}</p>
        </Part>
      )}
    </BottomSheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <h3 id={id} className="mb-1 px-3 text-note text-soft">
        {title}
      </h3>
      {children}
    </section>
  );
}
