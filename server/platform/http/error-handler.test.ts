import { expect, test } from 'vitest';
import { toAppError } from './error-handler.ts';

const fromDatabase = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['40001', 'could not serialize access'],
  ['XX000', 'failure on connection marked as essential: worker-2:5432'],
  ['XX000', 'connection to the remote node worker-2:5432 failed with the following error: timeout'],
])('a database that is not available is reported as 503: %s %s', (code, message) => {
  expect(toAppError(fromDatabase(code, message))).toMatchObject({ status: 503, code: 'unavailable' });
});

test('another internal error of the database stays a 500', () => {
  expect(toAppError(fromDatabase('XX000', 'unexpected chunk number 1'))).toMatchObject({ status: 500 });
});
