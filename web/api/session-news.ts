const channelName = 'northlight.session';

/** Tells every tab of this browser that somebody signed in or out. */
export function tellSessionChanged(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('changed');
  channel.close();
}

/** Calls the listener at such news, until the returned function is called. */
export function onSessionChanged(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
