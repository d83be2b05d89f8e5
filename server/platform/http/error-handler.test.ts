import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { AppError, unavailable } from '../errors.ts';
import { sendError, toAppError } from './error-handler.ts';

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

/** The log lines of a request that fails with this error. */
async function logOf(error: Error): Promise<string> {
  let log = '';
  const stream = {
    write: (line: string) => {
      log += line;
    },
  };
  const app = fastify({ loggerInstance: pino({ level: 'warn' }, stream) });
  app.setErrorHandler(sendError);
  app.get('/question/:id', () => Promise.reject(error));
  await app.inject({ url: '/question/42' });
  await app.close();
  return log;
}

test('an error is never saved as the file that was asked for', async () => {
  const app = fastify();
  app.setErrorHandler(sendError);
  app.get('/file', (_request, reply) => {
    reply.header('content-disposition', 'attachment; filename="orders.csv"');
    return Promise.reject(unavailable());
  });
  const { statusCode, headers } = await app.inject({ url: '/file' });
  await app.close();
  expect([statusCode, headers['content-disposition']]).toEqual([503, undefined]);
});

test('a slow question is one short line in the log', async () => {
  const interrupted = new Error('INTERRUPT Error: Interrupted!\nmore');
  const slow = new AppError(503, 'unavailable', 'This question took too long.', { cause: interrupted });
  slow.logFields = { asked: 'summary?period=30d', waitedMs: 3_000, ranMs: 5_000 };
  const log = await logOf(slow);
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(log.length).toBeLessThan(400);
  expect(log).not.toContain('stack');
  expect(JSON.parse(log)).toMatchObject({
    level: 40,
    msg: 'request failed',
    route: '/question/:id',
    reason: 'This question took too long. < INTERRUPT Error: Interrupted!',
    ...{ asked: 'summary?period=30d', waitedMs: 3_000, ranMs: 5_000 },
  });
});

test('an unavailable database is one line with its code and no values', async () => {
  const refused = Object.assign(new Error('Failed query: insert\nparams: ann@people.test'), {
    query: 'insert into "user" values ($1)',
    params: ['ann@people.test'],
    cause: fromDatabase('57P01', 'terminating connection'),
  });
  for (const error of [refused, unavailable(refused)]) {
    const log = await logOf(error);
    expect(log).toContain('terminating connection (57P01)');
    expect(log).not.toContain('ann@people');
  }
});

test('an unexpected error is logged with its stack', async () => {
  expect(await logOf(new Error('a bug'))).toContain('error-handler.test.ts');
});
