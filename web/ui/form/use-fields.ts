import { type ChangeEvent, useRef, useState } from 'react';
import { cleanEmail, invalidEmail, isEmailAddress } from '../../../contract/rules/email.ts';
import { refusedField } from './field-errors.ts';

/** What is wrong with a value, in words for the person who wrote it. */
export interface Rule {
  (value: string): string | undefined;
  /** What is removed before the check; without it the spaces around the value. */
  clean?: (value: string) => string;
}

export const emailRule: Rule = (value) => (isEmailAddress(value) ? undefined : invalidEmail);
emailRule.clean = cleanEmail;

/**
 * The text fields of one form: checked together when it is sent, each forgiven as soon as it is mended.
 * Rules see cleaned values, which are shown and sent.
 */
export function useFields<Name extends string>(
  names: readonly Name[],
  rules: Partial<Record<NoInfer<Name>, Rule>>,
  /** What is in the fields to begin with, and again once they are cleared. */
  initial: Partial<Record<NoInfer<Name>, string>> = {},
) {
  const collect = (read: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>;
  const blank = () => collect((name) => initial[name] ?? '');
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});

  /** Replaces what is marked, and moves the focus to the first of it. */
  function mark(found: Partial<Record<Name, string>>) {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.focus();
    return first !== undefined;
  }

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
    /** The cleaned values, or undefined after pointing at the first that is wrong. */
    check: (): Record<Name, string> | undefined => {
      const cleaned = collect((name) => {
        const clean = rules[name]?.clean;
        return clean ? clean(values[name]) : values[name].trim();
      });
      setValues(cleaned);
      const found: Partial<Record<Name, string>> = {};
      for (const name of names) found[name] = rules[name]?.(cleaned[name]);
      return mark(found) ? undefined : cleaned;
    },
    /** Marks the field the server refused, in its words. False where the error is about none of these fields. */
    refuse: (error: unknown): boolean => {
      const name = names.find((each) => each === refusedField(error));
      return name !== undefined && error instanceof Error && mark({ [name]: error.message } as typeof errors);
    },
    clear: () => setValues(blank()),
  };
}
