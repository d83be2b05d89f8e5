import { type ChangeEvent, useRef, useState } from 'react';
import { invalidAccountEmail, isAccountEmail } from '../../../contract/accounts.ts';
import { fieldMax } from '../../../contract/constants.ts';
import { cleanEmail } from '../../../contract/rules/email.ts';
import { refusedField } from '../../ui/form/field-errors.ts';
import { emailRule } from '../../ui/form/use-fields.ts';

/**
 * The email field of an account form, marked in our words or in the server's. The form is `noValidate`: the
 * browser would refuse an address with a trailing comma before it can be cleaned.
 */
export function useEmailField(value: string, onEmail: (email: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  function mark(words: string) {
    setError(words);
    input.current?.focus();
  }

  return {
    props: {
      ref: input,
      label: 'Email',
      type: 'email',
      name: 'email',
      value,
      error,
      required: true,
      maxLength: fieldMax.email,
      autoCapitalize: 'none',
      spellCheck: false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onEmail(event.currentTarget.value);
        setError(undefined);
      },
    },
    /** The cleaned address. Undefined after the browser has pointed at an empty field, or this one is marked. */
    check: (): string | undefined => {
      const missing = [...(input.current?.form?.elements ?? [])].find(
        (field) => field instanceof HTMLInputElement && field.validity.valueMissing,
      );
      if (missing instanceof HTMLInputElement) {
        missing.reportValidity();
        return undefined;
      }
      const email = cleanEmail(value);
      onEmail(email);
      const refusal = emailRule(email) ?? (isAccountEmail(email) ? undefined : invalidAccountEmail);
      if (refusal === undefined) return email;
      mark(refusal);
      return undefined;
    },
    /** Marks the field in the server's words if it refused the address. */
    refuse: (failure: unknown): boolean => {
      if (!(failure instanceof Error) || refusedField(failure) !== 'email') return false;
      mark(failure.message);
      return true;
    },
  };
}
