import { formatNoteTime } from '../notes/note-times.ts';
import { useShownNotes } from '../notes/use-shown-notes.ts';
import { usePortal } from '../view/use-portal.ts';

/** Few enough to leave room for the lists. */
const printedMax = 12;

/** The printed notes of the period, the newest ones if there are many. */
export function PrintedNotes() {
  const { company } = usePortal();
  const notes = useShownNotes();
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="printed-notes" data-print="notes" className="paper-only">
      <h2 id="printed-notes" className="text-title">
        Notes
      </h2>
      <ul className="mt-2 grid gap-1">
        {notes.slice(-printedMax).map(({ id, at, text }) => (
          <li key={id} className="flex gap-4">
            <span className="w-52 shrink-0 text-soft tabular">{formatNoteTime(at, company.timeZone)}</span>
            <span dir="auto" className="min-w-0 break-words">
              {text}
            </span>
          </li>
        ))}
      </ul>
      {notes.length > printedMax && (
        <p className="mt-1 text-note text-soft">
          The {printedMax} newest of {notes.length} notes.
        </p>
      )}
    </section>
  );
}
