import type { ReactNode } from 'react';

interface SettingsGroupProps {
  title: string;
  hint?: ReactNode;
  /** To focus the group if a list in it has an error. */
  field?: string;
  error?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together, under a heading. */
export function SettingsGroup({ title, hint, field, error, children }: SettingsGroupProps) {
  return (
    <fieldset
      data-field={field}
      tabIndex={field === undefined ? undefined : -1}
      className="grid min-w-0 grid-cols-1 content-start gap-5 border-t border-line pt-5 outline-offset-4"
    >
      <legend className="float-left w-full">
        <h3 className="text-[1.125rem] font-medium">{title}</h3>
        {hint && <div className="mt-1 max-w-[60ch] text-[0.9375rem] text-soft">{hint}</div>}
      </legend>
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
