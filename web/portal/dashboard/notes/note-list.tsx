import { useState } from 'react';
import type { Note } from '../../../../contract/company/notes.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useDeleteNote } from '../../api/notes.ts';
import { usePortal } from '../view/use-portal.ts';
import { formatNoteTime } from './note-times.ts';

interface NoteListProps {
  notes: readonly Note[];
  onEdit: (note: Note) => void;
  /** Called after a note was deleted, with the focus on nothing. */
  onDeleted: () => void;
}

export function NoteList({ notes, ...actions }: NoteListProps) {
  return (
    <ul className="-mx-3 mt-3 grid divide-y divide-line">
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} {...actions} />
      ))}
    </ul>
  );
}

function NoteItem({ note, onEdit, onDeleted }: { note: Note } & Omit<NoteListProps, 'notes'>) {
  const { company } = usePortal();
  const remove = useDeleteNote(company.id);
  const [isConfirming, setConfirming] = useState(false);

  async function confirmOrDelete() {
    if (!isConfirming) return setConfirming(true);
    try {
      await remove.mutateAsync(note.id);
      toast.success('Note deleted');
      onDeleted();
    } catch (error) {
      showError(error, 'Failed to delete the note');
    }
  }

  return (
    <li className="px-3 py-2.5">
      <p className="text-note text-soft tabular">
        <time dateTime={note.at}>{formatNoteTime(note.at, company.timeZone)}</time>
      </p>
      <p dir="auto" className="break-words">
        {note.text}
      </p>
      {note.mayChange && (
        <div className="-ml-3 flex flex-wrap">
          {isConfirming ? (
            <Button
              shape="quiet"
              size="small"
              className="min-h-11"
              aria-label={`Keep “${note.text}”`}
              onClick={() => setConfirming(false)}
            >
              Keep
            </Button>
          ) : (
            <Button
              shape="quiet"
              size="small"
              className="min-h-11"
              aria-label={`Edit “${note.text}”`}
              onClick={() => onEdit(note)}
            >
              Edit
            </Button>
          )}
          {/* The same button twice: it keeps the focus, and its new name is read out. */}
          <Button
            shape="quiet"
            size="small"
            className={isConfirming ? 'min-h-11 text-danger' : 'min-h-11'}
            busy={remove.isPending}
            aria-label={`${isConfirming ? 'Confirm: delete' : 'Delete'} “${note.text}”`}
            onClick={confirmOrDelete}
          >
            {isConfirming ? 'Confirm: delete' : 'Delete'}
          </Button>
        </div>
      )}
    </li>
  );
}
