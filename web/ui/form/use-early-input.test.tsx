// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckField } from './check-field.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { HoneypotField } from './honeypot-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

function Form() {
  const { field } = useForm({
    fields: { name: '', message: '', colour: 'red', website: '' },
    submit: async () => undefined,
  });
  const [size, setSize] = useState('small');
  const sizes = ['small', 'large'].map((value) => ({ value, label: value }));
  const values = Object.fromEntries(
    (['name', 'message', 'colour', 'website'] as const).map((name) => [name, field(name).value]),
  );
  return (
    <>
      <TextField {...field('name')} label="Name" />
      <TextArea {...field('message')} label="Message" />
      <SelectField {...field('colour')} label="Colour" options={['red', 'blue']} />
      <HoneypotField {...field('website')} />
      <ChoiceChips legend="Size" name="size" options={sizes} value={size} onChange={setSize} />
      <CheckField label="Gift" hint="Wrapped." defaultChecked={false} />
      <output>{JSON.stringify({ ...values, size })}</output>
    </>
  );
}

const known = () => JSON.parse(screen.getByRole('status').textContent ?? '');
const bringScripts = async () => {
  const root = await act(async () => hydrateRoot(page, <Form />));
  return root;
};

let page: HTMLElement;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('main'));
  page.innerHTML = renderToString(<Form />);
});
afterEach(() => page.remove());

test('text and choices entered before the scripts loaded are in the form’s state and on the screen', async () => {
  screen.getByLabelText<HTMLInputElement>('Name').value = 'Ada';
  screen.getByLabelText<HTMLTextAreaElement>('Message').value = 'Dear all,';
  screen.getByLabelText<HTMLSelectElement>('Colour').value = 'blue';
  const honeypot = document.querySelector<HTMLInputElement>('[name=website]');
  if (honeypot) honeypot.value = 'https://bot.test';
  screen.getByLabelText('large').click();
  screen.getByLabelText('Gift').click();
  const root = await bringScripts();
  const written = {
    name: 'Ada',
    message: 'Dear all,',
    colour: 'blue',
    website: 'https://bot.test',
    size: 'large',
  };
  expect(known()).toEqual(written);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('large').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Gift').checked).toBe(true);
  await act(async () => root.unmount());
});

test('an untouched form gets no input', async () => {
  const root = await bringScripts();
  expect(known()).toEqual({ name: '', message: '', colour: 'red', website: '', size: 'small' });
  await act(async () => root.unmount());
});
