import { useEffect, useRef } from 'react';

/** Puts the keyboard into the first field of a form that is still empty, when the form appears. */
export function useFirstEmpty(isWanted = true) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    (fields.find((field) => field.value === '') ?? fields[0])?.focus();
  }, [isWanted]);
  return form;
}
