import { expect, test } from 'vitest';
import { OpenFiles } from './open-files.ts';

const tooMany = expect.objectContaining({ status: 429, code: 'too-many-requests' });

test('a company has a few files at once, and another one has its own', () => {
  const files = new OpenFiles();
  const [close] = Array.from({ length: 4 }, () => files.open('one'));
  expect(() => files.open('one')).toThrow(tooMany);
  files.open('another');
  close?.();
  close?.();
  files.open('one');
  expect(() => files.open('one')).toThrow(tooMany);
});

test('all companies together have a limited number of files', () => {
  const files = new OpenFiles();
  const closes = Array.from({ length: 16 }, (_, n) => files.open(`company ${n}`));
  expect(() => files.open('next')).toThrow(tooMany);
  for (const close of closes) close();
  for (let n = 0; n < 16; n += 1) files.open(`company ${n}`);
});
