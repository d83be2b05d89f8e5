import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus, StickyNote } from 'lucide-react';
import { formatCount } from '../../../figures/format.ts';
import { mayAnnotateQuery } from '../../api/notes.ts';
import { OptionItem } from '../options/option-item.tsx';
import { useOpenDialog } from '../options/portal-dialog.ts';
import { usePortal } from '../view/use-portal.ts';
import { useShownNotes } from './use-shown-notes.ts';

/** The notes of the period, and the way to add one if the reader may write notes. */
export function NoteItems({ onChosen }: { onChosen: () => void }) {
  const { company } = usePortal();
  const { data: mayAnnotate = false } = useQuery(mayAnnotateQuery(company.id));
  const notes = useShownNotes();
  const openDialog = useOpenDialog();
  return (
    <>
      {notes.length > 0 && (
        <OptionItem
          Icon={StickyNote}
          onChoose={() => {
            onChosen();
            openDialog({ is: 'notes' });
          }}
        >
          Notes ({formatCount(notes.length)})
        </OptionItem>
      )}
      {mayAnnotate && (
        <OptionItem
          Icon={MessageSquarePlus}
          onChoose={() => {
            onChosen();
            openDialog({ is: 'note' });
          }}
        >
          Add note
        </OptionItem>
      )}
    </>
  );
}
