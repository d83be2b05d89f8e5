import { type FormEvent, useRef, useState } from 'react';
import { errorField, errorMessage, showError } from '../feedback/show-error.ts';
import type { Rule } from './rules.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values<Name extends string> = Record<Name, string>;
type Errors<Name extends string> = Partial<Values<Name>>;

interface Controls<Name extends string> {
  /** Replaces the errors of the fields and focuses the first field that has one. True if one has. */
  mark: (errors: Errors<Name>) => boolean;
  focus: (name: Name) => void;
  /** Shows the first values again. */
  reset: () => void;
}

interface Options<Name extends string, Extra> {
  /** The values before anything is typed, in the order of the page. */
  fields: Values<Name>;
  rules?: { [Each in NoInfer<Name>]?: Rule };
  /** Sends the cleaned values. Not called while a call is running. An error about a field is shown there. */
  submit: (values: Values<NoInfer<Name>>, form: Controls<NoInfer<Name>>, extra?: Extra) => Promise<unknown>;
  /**
   * The title of the toast for an error that is about none of the fields; without it, the error's message. With it,
   * every error is logged to the console, too.
   */
  failure?: string;
  /** Shows such an error in another way. */
  onError?: (error: unknown, form: Controls<NoInfer<Name>>) => unknown;
  /** A success leads to another page: the form stays busy until that is there. */
  leaves?: boolean;
}

/**
 * The state of a form: values, errors, and whether it is being sent. Rules are checked together when it is sent; an
 * error disappears when its field changes.
 */
export function useForm<Name extends string, Extra = undefined>({
  fields,
  rules = {} as NonNullable<Options<Name, Extra>['rules']>,
  submit,
  failure,
  onError = (error) => showError(error, failure),
  leaves,
}: Options<Name, Extra>) {
  const names = Object.keys(fields) as Name[];
  const [state, setState] = useState({
    /** Fields that were not typed in show their value from the options. */
    typed: {} as Partial<Values<Name>>,
    errors: {} as Errors<Name>,
    isBusy: false,
  });
  // Handlers read the newest state, also those that run before the next render.
  const latest = useRef(state);
  const elements = useRef<{ [Each in Name]?: Field | null }>({});

  function change(part: Partial<typeof state>): void {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  }

  const shown = (name: Name) => latest.current.typed[name] ?? fields[name];

  function type(name: Name, value: string): void {
    const { typed, errors } = latest.current;
    change({ typed: { ...typed, [name]: value }, errors: { ...errors, [name]: undefined } });
  }

  const controls: Controls<Name> = {
    mark: (errors) => {
      change({ errors });
      const first = names.find((name) => errors[name]);
      if (first) controls.focus(first);
      return first !== undefined;
    },
    focus: (name) => {
      const element = elements.current[name];
      if (element) focusField(element);
      if (rules[name]?.selectsWrong) (element as HTMLInputElement | undefined)?.select();
    },
    reset: () => change({ typed: {} }),
  };

  async function send(extra?: Extra): Promise<void> {
    if (latest.current.isBusy) return;
    const values: Values<Name> = { ...fields, ...latest.current.typed };
    const errors: Errors<Name> = {};
    for (const name of names) {
      const rule = rules[name];
      values[name] = rule?.clean ? rule.clean(values[name]) : values[name].trim();
      errors[name] = rule?.(values[name]);
    }
    change({ typed: values });
    if (controls.mark(errors)) return;
    change({ isBusy: true });
    try {
      await submit(values, controls, extra);
      if (!leaves) change({ isBusy: false });
    } catch (error) {
      if (failure) console.error(failure, error);
      change({ isBusy: false });
      // An error about an entry of a list names its index too: `hostNames.2`.
      const [named] = String(errorField(error) ?? '').split('.');
      const wrong = names.find((name) => name === named);
      if (wrong && elements.current[wrong]) controls.mark({ [wrong]: errorMessage(error) } as Errors<Name>);
      else onError(error, controls);
    }
  }

  return {
    ...controls,
    send,
    isBusy: state.isBusy,
    props: {
      // Before the scripts of the page run, the browser must not send the form itself.
      method: 'dialog',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send();
      },
    },
    field: (name: Name) => ({
      name,
      value: shown(name),
      error: state.errors[name],
      ref: (element: Field | null) => {
        elements.current[name] = element;
        // Typed, chosen or filled in before the scripts of the page ran: React keeps it without calling `onChange`.
        if (element && element.value !== shown(name)) type(name, element.value);
      },
      onChange: (event: { currentTarget: { value: string } }) => type(name, event.currentTarget.value),
    }),
  };
}

function focusField(element: Field): void {
  // In closed details it could not get the focus, and its error would not be seen.
  const details = element.closest('details');
  if (details) details.open = true;
  element.focus();
}
