import { queryClient } from './query-client.ts';
import { tellSessionChanged } from './session-news.ts';

export const meKey = ['me'] as const;

let underway: Promise<unknown> = Promise.resolve();

/** Resolves once no request of this tab is about to replace or end the session. */
export const sessionSettled = () => underway.then(undefined, () => undefined);

/**
 * For requests that begin, replace or end the session. While one is under way nobody asks who is signed in:
 * the answer to the old cookie, coming late, would say "nobody" and lead away from the page.
 */
export async function changeSession<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  await queryClient.cancelQueries({ queryKey: meKey });
  const changing = request();
  underway = changing;
  const answer = await changing;
  tellSessionChanged();
  return answer;
}
