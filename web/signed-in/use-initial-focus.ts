import { useEffect, useRef } from 'react';

/** Focuses the first empty field of a form when it appears. Returns the ref for the form. */
export function useInitialFocus(isWanted = true) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    (fields.find((field) => field.value === '') ?? fields[0])?.focus();
  }, [isWanted]);
  return form;
}
