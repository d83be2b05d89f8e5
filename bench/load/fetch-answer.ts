import { type Agent, get } from 'node:http';

export interface Answer {
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

/** The text of an answer with 200. Throws for any other. */
export async function fetchText(agent: Agent, url: string, cookie: string): Promise<string> {
  const { status, text } = await fetchAnswer(agent, url, cookie);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
  return text;
}
