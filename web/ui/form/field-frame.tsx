import type { ReactNode } from 'react';
import { FieldNotes } from './field-notes.tsx';

interface FieldFrameProps {
  /** The id of the control; that of the texts below it ends with `-notes`. */
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: unknown;
  max: number | undefined;
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
