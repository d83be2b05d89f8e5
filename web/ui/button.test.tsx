// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

test('clicks are ignored until the promise of the first one is settled', async () => {
  let end = () => {};
  const send = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  render(<Button onClick={send}>Send</Button>);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => end());
  fireEvent.click(button);
  expect(send).toHaveBeenCalledTimes(2);
});

test('every click counts if the handler returns nothing', () => {
  const move = vi.fn();
  render(<Button onClick={() => move()}>Move</Button>);
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  expect(move).toHaveBeenCalledTimes(2);
});
