// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RadioOptions } from './radio-options.tsx';

const options = ['day', 'week', 'month'].map((value) => ({ value, label: value }));
const onChange = vi.fn();
const withValue = (value: string) => (
  <RadioOptions name="grain" options={options} value={value} onChange={onChange} className="" />
);
const getShown = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value;

test('shows a choice at once, and from then on the value', () => {
  const { rerender } = render(withValue('day'));
  fireEvent.click(screen.getByRole('radio', { name: 'week' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('week');
  expect(getShown()).toBe('week');
  rerender(withValue('week'));
  expect(getShown()).toBe('week');
  rerender(withValue('day'));
  expect(getShown()).toBe('day');
});
