// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckField } from './check-field.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { SelectField } from './select-field.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

function Form() {
  const [name, setName] = useState('');
  const [letter, setLetter] = useState('');
  const [colour, setColour] = useState('red');
  const [size, setSize] = useState('small');
  const [isGift, setGift] = useState(false);
  const sizes = ['small', 'large'].map((value) => ({ value, label: value }));
  return (
    <>
      <TextField label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <TextArea label="Letter" value={letter} onChange={(event) => setLetter(event.currentTarget.value)} />
      <SelectField
        label="Colour"
        options={['red', 'blue']}
        value={colour}
        onChange={(event) => setColour(event.currentTarget.value)}
      />
      <ChoiceChips legend="Size" name="size" options={sizes} value={size} onChange={setSize} />
      <CheckField
        label="Gift"
        hint="Wrapped."
        checked={isGift}
        onChange={(event) => setGift(event.currentTarget.checked)}
      />
      <output>{JSON.stringify({ name, letter, colour, size, isGift })}</output>
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
  screen.getByLabelText<HTMLTextAreaElement>('Letter').value = 'Dear all,';
  screen.getByLabelText<HTMLSelectElement>('Colour').value = 'blue';
  screen.getByLabelText('large').click();
  screen.getByLabelText('Gift').click();
  const root = await bringScripts();
  const written = { name: 'Ada', letter: 'Dear all,', colour: 'blue', size: 'large', isGift: true };
  expect(known()).toEqual(written);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  expect(screen.getByLabelText<HTMLInputElement>('large').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Gift').checked).toBe(true);
  await act(async () => root.unmount());
});

test('an untouched form gets no input', async () => {
  const root = await bringScripts();
  expect(known()).toEqual({ name: '', letter: '', colour: 'red', size: 'small', isGift: false });
  await act(async () => root.unmount());
});
