// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { lateAnswerAttribute, type PortalPageData, pageDataId } from '../../contract/portal-page.ts';

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
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function addData(text: string) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = pageDataId;
  element.textContent = text;
  document.body.append(element);
}

const announce = (late: string[]): PortalPageData => ({
  pathname: '/',
  search: '',
  now: 1,
  locales: ['en'],
  answers: {},
  late,
});

/** As the server does, with an element that shows that the answer has arrived whole. */
function addLateAnswer(text: string, { of = path, isWhole = true } = {}) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.setAttribute(lateAnswerAttribute, of);
  element.textContent = text;
  document.body.append(element, ...(isWhole ? [document.createElement('i')] : []));
  return element;
}

const startLoading = () => vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
function endPage(state: ReturnType<typeof startLoading>) {
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('readystatechange'));
}

/** Opens a page that announces an answer to `path`, or to those of `late`. */
async function openPage(late = [path]) {
  addData(JSON.stringify(announce(late)));
  const { readPageData, getFirstJson } = await import('./page-answers.ts');
  readPageData();
  return (asked = path, signal?: AbortSignal) =>
    getFirstJson(asked, { parse: number.parse, ...(signal && { signal }) });
}

test('the data of the page is what the server rendered it with', async () => {
  const { readPageData } = await import('./page-answers.ts');
  expect(readPageData()).toBeUndefined();
  const data = { ...announce([path]), answers: { '/api/companies/1': { name: 'Harbour & Pine' } } };
  addData(JSON.stringify(data));
  expect(readPageData()).toEqual(data);
});

test('the data of a page that was cut off is not used', async () => {
  addData('{"now":1,"answers":{"/api/comp');
  const { readPageData } = await import('./page-answers.ts');
  expect(readPageData()).toBeUndefined();
});

test('the first question is answered by the page, the next by the server', async () => {
  const get = await openPage();
  addLateAnswer('{"n":1}');
  expect(await get()).toEqual({ n: 1 });
  expect(requests).toEqual([]);
  expect(await get()).toEqual(fromServer);
  expect(requests).toEqual([path]);
});

test('a question that the page does not announce goes to the server at once', async () => {
  startLoading();
  const get = await openPage([`${path}&compare=none`]);
  expect(await get()).toEqual(fromServer);
});

test('an unreadable answer and one that was cut off are not used', async () => {
  for (const text of ['{"n":"one"}', '{"n":', '[]', '']) {
    vi.resetModules();
    document.body.replaceChildren();
    const get = await openPage();
    addLateAnswer(text);
    expect([text, await get()]).toEqual([text, fromServer]);
  }
});

test('an answer older than ten seconds is not used', async () => {
  const get = await openPage();
  addLateAnswer('{"n":1}');
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  expect(await get()).toEqual(fromServer);
});

test('a question waits until its answer has arrived whole, and no longer', async () => {
  startLoading();
  const get = await openPage([path, `${path}&compare=none`]);
  const answer = get();
  addLateAnswer('{"n":7}', { of: `${path}&compare=none` });
  const element = addLateAnswer('{"n":', { isWhole: false });
  element.textContent += '1}';
  document.body.append(document.createElement('i'));
  expect(await answer).toEqual({ n: 1 });
  expect(requests).toEqual([]);
});

test('a question is asked again when the page ends without its answer', async () => {
  const state = startLoading();
  const get = await openPage();
  const answer = get();
  expect(requests).toEqual([]);
  endPage(state);
  expect(await answer).toEqual(fromServer);
});

test('a question that is no longer needed stops waiting', async () => {
  startLoading();
  const get = await openPage();
  const asked = new AbortController();
  const answer = get(path, asked.signal).catch(() => 'stopped');
  asked.abort();
  expect(await answer).toBeDefined();
});
