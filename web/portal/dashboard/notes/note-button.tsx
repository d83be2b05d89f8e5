import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus, StickyNote } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Note } from '../../../../contract/company/notes.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { mayAnnotateQuery } from '../../api/notes.ts';
import { usePortal } from '../view/use-portal.ts';
import { NoteList } from './note-list.tsx';
import { useShownNotes } from './use-shown-notes.ts';

const NoteDialog = lazy(() =>
  import('./note-dialog.tsx').then(({ NoteDialog }) => ({ default: NoteDialog })),
);

/** The notes of the period, and the button that adds one if the reader may write notes. */
export function NoteButton() {
  const { company } = usePortal();
  const { data: mayAnnotate = false } = useQuery(mayAnnotateQuery(company.id));
  const notes = useShownNotes();
  const [edited, setEdited] = useState<Note | 'new'>();

  return (
    <>
      {notes.length > 0 && (
        <Disclosure
          label={
            <>
              <StickyNote className="size-5" strokeWidth={1.5} aria-hidden="true" />
              Notes ({notes.length})
            </>
          }
        >
          {(close) => <NoteList notes={notes} onEdit={setEdited} onDeleted={close} />}
        </Disclosure>
      )}
      {mayAnnotate && (
        <Button
          shape="secondary"
          size="small"
          className="min-h-11 whitespace-nowrap"
          onClick={() => setEdited('new')}
        >
          <MessageSquarePlus className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Add note
        </Button>
      )}
      {edited !== undefined && (
        <Suspense>
          <NoteDialog
            company={company}
            note={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
