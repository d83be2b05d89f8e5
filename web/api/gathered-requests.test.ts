import { expect, test } from 'vitest';
import { GatheredRequests } from './gathered-requests.ts';

/** Answers each name with its text in capitals, and keeps which names each request had. */
function startServer() {
  const requests: string[][] = [];
  const ask = async (names: string[]) => {
    requests.push(names);
    return names.map((name) => name.toUpperCase());
  };
  return { requests, ask };
}

test('questions of the same moment are one request, and each gets its own answer', async () => {
  const { requests, ask } = startServer();
  const gathered = new GatheredRequests<string>();
  const answers = ['page', 'source', 'country'].map((name) => gathered.ask('30 days', name, ask));
  expect(await Promise.all(answers)).toEqual(['PAGE', 'SOURCE', 'COUNTRY']);
  expect(requests).toEqual([['page', 'source', 'country']]);
});

test('a question that is asked twice in a moment is asked once', async () => {
  const { requests, ask } = startServer();
  const gathered = new GatheredRequests<string>();
  const answers = ['page', 'source', 'page'].map((name) => gathered.ask('30 days', name, ask));
  expect(await Promise.all(answers)).toEqual(['PAGE', 'SOURCE', 'PAGE']);
  expect(requests).toEqual([['page', 'source']]);
});

test('questions of different kinds are not mixed', async () => {
  const { requests, ask } = startServer();
  const gathered = new GatheredRequests<string>();
  await Promise.all([gathered.ask('30 days', 'page', ask), gathered.ask('7 days', 'page', ask)]);
  expect(requests).toEqual([['page'], ['page']]);
});

test('a later question is another request', async () => {
  const { requests, ask } = startServer();
  const gathered = new GatheredRequests<string>();
  await gathered.ask('30 days', 'page', ask);
  expect(await gathered.ask('30 days', 'source', ask)).toBe('SOURCE');
  expect(requests).toEqual([['page'], ['source']]);
});

test('when the request fails, every question fails, and the next moment asks again', async () => {
  const gathered = new GatheredRequests<string>();
  const fail = () => Promise.reject(new Error('offline'));
  const answers = ['page', 'source'].map((name) => gathered.ask('30 days', name, fail));
  for (const { status } of await Promise.allSettled(answers)) expect(status).toBe('rejected');
  await expect(answers[0]).rejects.toThrow('offline');
  const { ask } = startServer();
  expect(await gathered.ask('30 days', 'page', ask)).toBe('PAGE');
});

test('a question that the answer leaves out fails, the others do not', async () => {
  const gathered = new GatheredRequests<string>();
  const answerOne = async (names: string[]) => names.slice(0, 1);
  const [page, source] = ['page', 'source'].map((name) => gathered.ask('30 days', name, answerOne));
  await expect(source).rejects.toThrow('a question has no answer');
  expect(await page).toBe('page');
});
