// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { pageAnswersId } from '../../contract/stats/requests.ts';

const number = z.object({ n: z.number() });
const path = '/api/companies/1/stats/summary?period=30d';
const fromServer = { n: 2 };

let requests: string[];
beforeEach(() => {
  vi.resetModules();
  requests = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    requests.push(url.pathname + url.search);
    return Response.json(fromServer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function putIntoPage(text: string) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = pageAnswersId;
  element.textContent = text;
  document.body.append(element);
}

async function get(asked = path) {
  const { getFirstJson } = await import('./page-answers.ts');
  return getFirstJson(asked, { parse: number.parse });
}

test('the first question is answered by the page, the next by the server', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  putIntoPage(JSON.stringify({ [path]: { n: 1 } }));
  expect(await get()).toEqual({ n: 1 });
  expect(requests).toEqual([]);
  expect(await get()).toEqual(fromServer);
  expect(requests).toEqual([path]);
});

test('an answer of another path, an unreadable one and a cut off page are not used', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  for (const text of [
    JSON.stringify({ [`${path}&compare=none`]: { n: 1 } }),
    JSON.stringify({ [path]: { n: 'one' } }),
    `{"${path}":{"n":`,
    '[]',
  ]) {
    vi.resetModules();
    document.body.replaceChildren();
    putIntoPage(text);
    expect([text, await get()]).toEqual([text, fromServer]);
  }
});

test('an answer older than ten seconds is not used', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  putIntoPage(JSON.stringify({ [path]: { n: 1 } }));
  expect(await get()).toEqual(fromServer);
});

test('a question waits for the rest of the page', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const answer = get();
  await vi.waitFor(() => expect(state).toHaveBeenCalled());
  putIntoPage(JSON.stringify({ [path]: { n: 1 } }));
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('readystatechange'));
  expect(await answer).toEqual({ n: 1 });
});
