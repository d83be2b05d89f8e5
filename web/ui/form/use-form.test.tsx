// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { EmailField } from './email-field.tsx';
import { emailRule, type Rule, required } from './rules.ts';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

interface FormProps {
  submit: (values: Record<'name' | 'email' | 'pin', string>) => Promise<unknown>;
  onError?: (error: unknown) => void;
  leaves?: boolean;
  name?: string;
}

const pinRule: Rule = () => undefined;
pinRule.clean = (value) => value;
pinRule.selectsWrong = true;
const rules = { name: required('Please enter a name'), email: emailRule, pin: pinRule };

function Form({ name = '', onError, ...options }: FormProps) {
  const { props, field, isBusy } = useForm({
    fields: { name, email: '', pin: '' },
    rules,
    ...options,
    ...(onError ? { onError } : {}),
  });
  return (
    <form {...props}>
      <TextField {...field('name')} label="Name" />
      <EmailField {...field('email')} />
      <TextField {...field('pin')} label="PIN" />
      <button type="submit">{isBusy ? 'Sending' : 'Send'}</button>
    </form>
  );
}

afterEach(cleanup);

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

function open(props: FormProps) {
  const { rerender } = render(<Form {...props} />);
  return { user: userEvent.setup(), rerender: (next: FormProps) => rerender(<Form {...next} />) };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(input('Name'), ' Ada ');
  await user.type(input('Email'), 'ada@example.com,');
  await user.type(input('PIN'), ' 12 ');
}

/** An error as the API client throws it. */
const apiError = (fields: object) =>
  Object.assign(new Error('Not this one.'), { name: 'ApiError', ...fields });

test('every wrong field is marked and the first is focused; a change removes the error', async () => {
  const submit = vi.fn(async () => undefined);
  const { user } = open({ submit });
  await user.type(input('PIN'), '1');
  await user.click(screen.getByRole('button'));
  expect(alerts()).toEqual(['Please enter a name', 'Please enter a valid email address']);
  await waitFor(() => expect(document.activeElement).toBe(input('Name')));
  await user.type(input('Name'), 'A');
  expect(alerts()).toEqual(['Please enter a valid email address']);
  expect(submit).not.toHaveBeenCalled();
});

test('values are cleaned by their rules, shown and sent once', async () => {
  const answers: (() => void)[] = [];
  const submit = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const { user } = open({ submit });
  await fill(user);
  await user.dblClick(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('Sending');
  expect(submit.mock.calls.map(([values]: unknown[]) => values)).toEqual([
    { name: 'Ada', email: 'ada@example.com', pin: ' 12 ' },
  ]);
  expect(input('Email').value).toBe('ada@example.com');
  for (const answer of answers) answer();
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('Send'));
});

test('a form that leaves the page stays busy after a success', async () => {
  const submit = vi.fn(async () => undefined);
  const { user } = open({ submit, leaves: true });
  await fill(user);
  await user.click(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  expect(submit).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button').textContent).toBe('Sending');
});

test('an error about a field is shown there; a secret is selected', async () => {
  const onError = vi.fn();
  const { user } = open({ submit: () => Promise.reject(apiError({ field: 'pin' })), onError });
  await fill(user);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(alerts()).toEqual(['Not this one.']));
  await waitFor(() => expect(document.activeElement).toBe(input('PIN')));
  expect([input('PIN').selectionStart, input('PIN').selectionEnd]).toEqual([0, 4]);
  expect(onError).not.toHaveBeenCalled();
});

test('an error about no field of the form goes to onError, and the form can be sent again', async () => {
  const error = apiError({ field: 'other' });
  const onError = vi.fn();
  const { user } = open({ submit: () => Promise.reject(error), onError });
  await fill(user);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(onError.mock.calls[0]?.[0]).toBe(error));
  expect(screen.getByRole('button').textContent).toBe('Send');
  expect(alerts()).toEqual([]);
});

test('a first value that arrives later fills the field unless something was typed', async () => {
  const submit = async () => undefined;
  const { user, rerender } = open({ submit });
  rerender({ submit, name: 'Ada' });
  expect(input('Name').value).toBe('Ada');
  await user.clear(input('Name'));
  rerender({ submit, name: 'Grace' });
  expect(input('Name').value).toBe('');
});
