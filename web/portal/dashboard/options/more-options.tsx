import { Code, Keyboard } from 'lucide-react';
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

/** What is not used daily. */
export function MoreOptions({ onChosen }: MoreOptionsProps) {
  const { company } = usePortal();
  const openDialog = useOpenDialog();
  return (
    <>
      <NoteItems onChosen={onChosen} />
      <VerifiedToggle />
      {company.viewedAs === 'admin' && (
        <OptionLink Icon={Code} to={`/tracking-script/${company.id}`}>
          Tracking code
        </OptionLink>
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
