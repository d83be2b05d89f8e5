interface FieldNotesProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
  length: number;
  max?: number | undefined;
}

/** The texts below a field: its error, its hint, and near the limit the number of characters. */
export function FieldNotes({ id, error, hint, length, max = Number.POSITIVE_INFINITY }: FieldNotesProps) {
  const isNear = length >= max * 0.8;
  return (
    <div id={id} className="grid gap-1 empty:hidden">
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
      {hint && <p className="text-note text-soft">{hint}</p>}
      {isNear && (
        <p className="text-note text-soft tabular">
          {length} of {max} characters
        </p>
      )}
    </div>
  );
}
