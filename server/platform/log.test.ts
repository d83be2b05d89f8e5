import { expect, test } from 'vitest';
import { toLoggable } from './log.ts';

test('an error is logged without the connection a driver hangs onto it', () => {
  const error = Object.assign(new Error('broke'), { code: '08006', client: { password: 'secret' } });
  const told = JSON.stringify(toLoggable(error));
  expect(told).toContain('broke');
  expect(told).toContain('08006');
  expect(told).not.toContain('secret');
});
