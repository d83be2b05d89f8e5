import { Modal } from '../../../signed-in/modal.tsx';
import { useOpenDialog } from '../options/portal-dialog.ts';
import { NoteList } from './note-list.tsx';
import { useShownNotes } from './use-shown-notes.ts';

/** The notes of the period, for those who may change them with buttons to do so. */
export function NotesDialog({ onClose }: { onClose: () => void }) {
  const notes = useShownNotes();
  const openDialog = useOpenDialog();
  return (
    <Modal title="Notes" onClose={onClose}>
      {notes.length === 0 ? (
        <p className="mt-4 text-soft">No notes in this period.</p>
      ) : (
        <NoteList notes={notes} onEdit={(note) => openDialog({ is: 'note', note })} onDeleted={onClose} />
      )}
    </Modal>
  );
}
