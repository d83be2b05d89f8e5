import type { Company } from '../../../../contract/company/companies.ts';
import { type Note, noteInput, noteLimits } from '../../../../contract/company/notes.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { required } from '../../../ui/form/rules.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useSaveNote } from '../../api/notes.ts';
import { toLocalFields } from './note-times.ts';

interface NoteDialogProps {
  company: Pick<Company, 'id' | 'timeZone'>;
  /** Undefined for a new note. */
  note: Note | undefined;
  onClose: () => void;
}

const dateShape = noteInput.shape.date;

/** Adds or changes a note. Date and time are those of a clock in the company's time zone. */
export function NoteDialog({ company, note, onClose }: NoteDialogProps) {
  const { id, timeZone } = company;
  const save = useSaveNote(id, note?.id);
  const { props, field, isBusy } = useForm({
    fields: note
      ? { text: note.text, ...toNoteFields(note, timeZone) }
      : { text: '', date: toLocalFields(new Date(), timeZone).date, time: '' },
    rules: {
      text: required('Enter what happened.'),
      date: (date) => (dateShape.safeParse(date).success ? undefined : 'Enter a date from 1970 to 2099.'),
    },
    submit: async ({ text, date, time }) => {
      await save.mutateAsync({ text, date, ...(time !== '' && { time }) });
      toast.success(note ? 'Note changed' : 'Note added');
      onClose();
    },
    // Not in a toast, which the dialog would cover.
    onError: (error, { mark }) => mark({ text: errorMessage(error) }),
  });

  return (
    <Modal title={note ? 'Edit note' : 'Add note'} onClose={onClose}>
      <form {...props} className="mt-4 grid gap-5">
        <p className="text-[0.9375rem] text-soft">
          Everyone who can open this portal sees the note on the charts and in exports.
        </p>
        <TextField
          {...field('text')}
          label="Note"
          placeholder="Campaign started"
          maxLength={noteLimits.textLength}
          autoComplete="off"
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('date')}
            label="Date"
            type="date"
            min="1970-01-01"
            max="2099-12-31"
            hint={`In the time zone ${timeZone}`}
            required
          />
          <TextField {...field('time')} label="Time" type="time" hint="Optional" />
        </div>
        <FormButtons label="Save note" busyLabel="Saving..." isBusy={isBusy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

function toNoteFields({ at }: Note, timeZone: string) {
  const { date, time } = toLocalFields(new Date(at), timeZone);
  return { date, time: time === '00:00' ? '' : time };
}
