import { meKey, queryClient } from '../query-client.ts';

const channelName = 'site.session';

/** Notifies every tab of this browser that someone signed in or out. */
export function broadcastSessionChange(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

/** Calls the listener when a tab signs in or out, until the returned function is called. */
export function onSessionBroadcast(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}

let pendingChange: Promise<unknown> = Promise.resolve();

/** Resolves once no request of this tab is about to replace or end the session. */
export const sessionChangeSettled = () => pendingChange.then(undefined, () => undefined);

/**
 * Sends a request that begins, replaces or ends the session. Until its response arrives, no request for `me` is sent:
 * a late response to the old cookie would contain no account, and the page would redirect to the sign-in.
 */
export async function changeSession<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  await queryClient.cancelQueries({ queryKey: meKey });
  const change = request();
  pendingChange = change;
  const answer = await change;
  broadcastSessionChange();
  return answer;
}
