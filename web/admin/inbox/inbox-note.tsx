import type { InboxItem } from '../../../contract/inbox.ts';
import { useChangeInboxItem } from '../../api/inbox.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { useForm } from '../../ui/form/use-form.ts';

const noteMax = 2000;

/** Unsaved notes by item id, kept while other messages are open. */
export type NoteDrafts = Map<string, string>;

interface InboxNoteProps {
  item: InboxItem;
  onChanged: (item: InboxItem) => void;
  drafts: NoteDrafts;
}

export function InboxNote({ item, onChanged, drafts }: InboxNoteProps) {
  const change = useChangeInboxItem(item.id);
  const { props, field, isBusy } = useForm({
    fields: { note: drafts.get(item.id) ?? item.note },
    submit: async ({ note }) => {
      if (note === item.note) return;
      onChanged(await change.mutateAsync({ note }));
      drafts.delete(item.id);
      toast.success('Note saved');
    },
    onError: (error) => toast.error(`The note was not saved. ${errorMessage(error)}`),
  });
  const note = field('note');
  const isUnsaved = note.value.trim() !== item.note;

  return (
    <form {...props} className="mt-8 grid max-w-[44rem] gap-3">
      <TextArea
        {...note}
        label="Note"
        hint="For the team. The sender never sees it."
        rows={2}
        className="min-h-24"
        maxLength={noteMax}
        onChange={(event) => {
          note.onChange(event);
          drafts.set(item.id, event.currentTarget.value);
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" shape="secondary" size="small" busy={isBusy || !isUnsaved}>
          {isBusy ? 'Saving...' : 'Save note'}
        </Button>
        {isUnsaved && <p className="text-note text-soft">Not saved yet</p>}
      </div>
    </form>
  );
}
