import { type ChangeEvent, useRef, useState } from 'react';

/** What is wrong with a value, in words for the person who wrote it. */
export type Rule = (value: string) => string | undefined;

/**
 * The text fields of one form: checked together when it is sent, each forgiven as soon as it is mended.
 * Rules see values without the spaces around them, and so does whoever sends them.
 */
export function useFields<Name extends string>(
  names: readonly Name[],
  rules: Partial<Record<NoInfer<Name>, Rule>>,
  /** What is in the fields to begin with, and again once they are cleared. */
  initial: Partial<Record<NoInfer<Name>, string>> = {},
) {
  const blank = () =>
    Object.fromEntries(names.map((name) => [name, initial[name] ?? ''])) as Record<Name, string>;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});

  const input = (name: string) => {
    const found = form.current?.elements.namedItem(name);
    return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : undefined;
  };

  return {
    form,
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        const { value } = event.currentTarget;
        setValues((all) => ({ ...all, [name]: value }));
        setErrors((all) => ({ ...all, [name]: undefined }));
      },
    }),
    /** The trimmed values, or undefined after pointing at the first that is wrong. */
    check: (): Record<Name, string> | undefined => {
      const trimmed = Object.fromEntries(names.map((name) => [name, values[name].trim()])) as Record<
        Name,
        string
      >;
      const found = names.flatMap((name) => {
        const error = rules[name]?.(trimmed[name]);
        return error === undefined ? [] : [{ name, error }];
      });
      setErrors(
        Object.fromEntries(found.map(({ name, error }) => [name, error])) as Partial<Record<Name, string>>,
      );
      const [first] = found;
      if (!first) return trimmed;
      input(first.name)?.focus();
      return undefined;
    },
    clear: () => setValues(blank()),
  };
}
