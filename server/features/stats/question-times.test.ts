import { expect, test } from 'vitest';
import { unavailable } from '../../platform/errors.ts';
import { describeQuestion, QuestionTimes } from './question-times.ts';

const id = '0198c0de-0000-7000-8000-000000000001';

test.each([
  [`/api/companies/${id}/stats/summary?period=30d&compare=previous`, 'summary?period=30d&compare=previous'],
  [
    `/api/companies/${id}/stats/breakdown?period=7d&dimension=page&filter=page:is:/ann&filter=country:is:DE&search=ann`,
    'breakdown?period=7d&dimension=page, 2 filters, a search',
  ],
])('what was asked is named without values that may be about a person: %s', (url, described) => {
  expect(describeQuestion(url)).toBe(described);
});

/** A clock that the test moves. */
function aClock() {
  let time = 0;
  return {
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

test('waiting and running are measured separately', async () => {
  const clock = aClock();
  const times = new QuestionTimes(clock.now);
  clock.pass(100);
  const turn = times.watch({
    use: async (work) => {
      clock.pass(1_000);
      return work();
    },
  });
  await turn.use(async () => clock.pass(3_000));
  expect(times.toLogFields()).toEqual({ totalMs: 4_100, waitedMs: 1_100, ranMs: 3_000 });
});

test('a question whose turn never came has waited all the time', async () => {
  const clock = aClock();
  const times = new QuestionTimes(clock.now);
  const turn = times.watch({
    use: async () => {
      clock.pass(8_000);
      throw unavailable();
    },
  });
  await expect(turn.use(async () => {})).rejects.toThrow();
  expect(times.toLogFields()).toEqual({ totalMs: 8_000, waitedMs: 8_000, ranMs: 0 });
});
