import type { ReactNode } from 'react';

interface FieldFrameProps {
  /** The id of the control; that of the texts below it ends with `-notes`. */
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** The text and its maximum length, of fields that show how much is left. */
  value?: unknown;
  max?: number | undefined;
  children: ReactNode;
}

/** The label above a control, and the texts below it. */
export function FieldFrame({ id, label, hint, error, value, max, children }: FieldFrameProps) {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      <FieldNotes
        id={`${id}-notes`}
        error={error}
        hint={hint}
        length={typeof value === 'string' ? value.length : 0}
        max={max}
      />
    </div>
  );
}

interface FieldNotesProps {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
  length: number;
  max?: number | undefined;
}

/** The texts below a field: its error, its hint, and near the limit the number of characters. */
function FieldNotes({ id, error, hint, length, max = Number.POSITIVE_INFINITY }: FieldNotesProps) {
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
