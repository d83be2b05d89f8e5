import type { FormEvent } from 'react';

interface FormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Lets the browser itself point at an empty required field, or at one that does not match its pattern. Addresses are
 * left to the rules of the form, which clean them first.
 */
export function browserChecked<Props extends FormProps>(props: Props): Props {
  return {
    ...props,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      const invalid = [...event.currentTarget.elements].find(
        (field) =>
          field instanceof HTMLInputElement &&
          (field.type === 'email' ? field.validity.valueMissing : !field.validity.valid),
      );
      if (!(invalid instanceof HTMLInputElement)) return props.onSubmit(event);
      event.preventDefault();
      invalid.reportValidity();
    },
  };
}
