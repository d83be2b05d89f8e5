import { z } from 'zod';
import { pageAnswersId } from '../../contract/stats/requests.ts';
import { getJson } from './client.ts';

/** After this time an answer in the page may be out of date: the user may have been on another page. */
const usableMs = 10_000;

const pageAnswers = z.record(z.string(), z.unknown());

let answers: Map<string, unknown> | undefined;

interface AnswerOptions<Body> {
  parse: (body: unknown) => Body;
  signal?: AbortSignal;
}

/** Like `getJson`, but uses the answer that the server put into the page, once, if there is one. */
export async function getFirstJson<Body>(path: string, options: AnswerOptions<Body>): Promise<Body> {
  await untilPageIsRead(options.signal);
  answers ??= readAnswers();
  const answer = answers.get(path);
  answers.delete(path);
  if (answer === undefined || performance.now() > usableMs) return getJson(path, options);
  try {
    return options.parse(answer);
  } catch {
    return getJson(path, options);
  }
}

/** The answers are at the end of the page, and the scripts may run before it has arrived. */
async function untilPageIsRead(signal: AbortSignal | undefined): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise<void>((resolve) => {
    document.addEventListener('readystatechange', () => resolve(), { once: true });
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function readAnswers(): Map<string, unknown> {
  const text = document.getElementById(pageAnswersId)?.textContent;
  if (!text) return new Map();
  try {
    return new Map(Object.entries(pageAnswers.parse(JSON.parse(text))));
  } catch {
    // A page that was cut off: its questions are asked as usual.
    return new Map();
  }
}
