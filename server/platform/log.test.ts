import { closeSync, openSync } from 'node:fs';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { createLogger, toLoggable } from './log.ts';

test('an error is logged without the connection that a driver attaches to it', () => {
  const error = Object.assign(new Error('broke'), { code: '08006', client: { password: 'secret' } });
  const logged = JSON.stringify(toLoggable(error));
  expect(logged).toContain('broke');
  expect(logged).toContain('08006');
  expect(logged).not.toContain('secret');
});

test('a failed statement is logged without its parameter values', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: 'Key (email)=(ann@people.test) already exists.',
    where: 'COPY user, line 1: "ann@people.test"',
  });
  const failed = new DrizzleQueryError(
    'insert into "user" values ($1, $2)',
    ['ann@people.test', 'a $& hash'],
    refused,
  );
  const busy = new AppError(503, 'unavailable', 'Later.', { cause: failed });
  for (const error of [refused, failed, busy]) {
    const logged = JSON.stringify(toLoggable(error));
    expect(logged).toContain('duplicate key');
    expect(logged).not.toMatch(/ann@people|hash/);
  }
  expect(JSON.stringify(toLoggable(failed))).toContain('insert into');
  expect(JSON.stringify(toLoggable(failed))).toContain('log.test.ts');
});

test.runIf(process.platform === 'linux')(
  'a log on a full disk drops lines and does not crash the process',
  () => {
    const full = openSync('/dev/full', 'w');
    const logger = createLogger('info', full);
    for (let line = 0; line < 3; line += 1)
      expect(() => logger.info('a line that cannot be stored')).not.toThrow();
    closeSync(full);
  },
);
