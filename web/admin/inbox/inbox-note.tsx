import { type FormEvent, useState } from 'react';
import type { InboxItem } from '../../../contract/inbox.ts';
import { useChangeInboxItem } from '../../api/inbox.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { because } from '../components/error-message.ts';

const noteMax = 2000;

/** Unsaved notes by item id, kept while other messages are open. */
export type NoteDrafts = Map<string, string>;

interface InboxNoteProps {
  item: InboxItem;
  onChanged: (item: InboxItem) => void;
  drafts: NoteDrafts;
}

export function InboxNote({ item, onChanged, drafts }: InboxNoteProps) {
  const [note, setNote] = useState(drafts.get(item.id) ?? item.note);
  const change = useChangeInboxItem(item.id);
  const isUnsaved = note.trim() !== item.note;

  function edit(next: string) {
    setNote(next);
    drafts.set(item.id, next);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (change.isPending || !isUnsaved) return;
    try {
      onChanged(await change.mutateAsync({ note: note.trim() }));
      drafts.delete(item.id);
      toast.success('Note saved');
    } catch (error) {
      toast.error(`The note was not saved. ${because(error)}`);
    }
  }

  return (
    <form onSubmit={save} className="mt-8 grid max-w-[44rem] gap-3">
      <TextArea
        label="Note"
        hint="For the team. The sender never sees it."
        rows={2}
        className="min-h-24"
        maxLength={noteMax}
        value={note}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" shape="secondary" size="small" busy={change.isPending || !isUnsaved}>
          {change.isPending ? 'Saving...' : 'Save note'}
        </Button>
        {isUnsaved && <p className="text-note text-soft">Not saved yet</p>}
      </div>
    </form>
  );
}
