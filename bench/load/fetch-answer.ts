import { type Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

interface Answer {
  status: number;
  text: string;
}

export function fetchAnswer(agent: Agent, url: string, cookie: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { cookie } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

const retryAfterMs = 100;

/** As a portal does: a request that had to wait too long (429, 503) is repeated until it is answered. */
export async function fetchPatiently(agent: Agent, url: string, cookie: string): Promise<string> {
  for (;;) {
    const { status, text } = await fetchAnswer(agent, url, cookie);
    if (status === 200) return text;
    if (status !== 429 && status !== 503) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
    await delay(retryAfterMs);
  }
}
