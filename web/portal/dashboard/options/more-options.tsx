import { Code, Keyboard, Share2 } from 'lucide-react';
import { toStatsQuery } from '../../../../contract/stats/view.ts';
import { DemoDataButton } from '../demo-data.tsx';
import { VerifiedToggle } from '../filters/verified-toggle.tsx';
import { NoteItems } from '../notes/note-items.tsx';
import { usePortal } from '../view/use-portal.ts';
import { OptionItem, OptionLink } from './option-item.tsx';
import { useOpenDialog } from './portal-dialog.ts';

interface MoreOptionsProps {
  /** Called before something that is in front of the portal is opened. */
  onChosen: () => void;
}

/** The options that are not used daily. */
export function MoreOptions({ onChosen }: MoreOptionsProps) {
  const { company, view } = usePortal();
  const openDialog = useOpenDialog();
  return (
    <>
      <NoteItems onChosen={onChosen} />
      <VerifiedToggle />
      {company.viewedAs === 'admin' && (
        <>
          <OptionLink
            Icon={Share2}
            to={`/admin/companies/${company.id}?${new URLSearchParams({ share: toStatsQuery(view).toString() })}#shares`}
          >
            Share this view
          </OptionLink>
          <OptionLink Icon={Code} to={`/tracking-script/${company.id}`}>
            Tracking code
          </OptionLink>
        </>
      )}
      <OptionItem
        Icon={Keyboard}
        onChoose={() => {
          onChosen();
          openDialog({ is: 'shortcuts' });
        }}
      >
        Keyboard shortcuts
      </OptionItem>
      <div className="flex p-2 empty:hidden">
        <DemoDataButton company={company} hasRealEvents={company.lastEventAt !== null} />
      </div>
    </>
  );
}
