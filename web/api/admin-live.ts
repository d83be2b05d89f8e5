import { type AdminTopic, adminChange } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { isMissing, isSessionLost } from './client.ts';
import { keepStream, type LiveState } from './kept-stream.ts';

export interface AdminLiveListener {
  onState: (state: LiveState) => void;
  /** The stream runs: what changed before it did was not told. */
  onOpen: () => void;
  onChange: (topics: AdminTopic[]) => void;
  /** The session is over, or no longer an administrator's. The stream does not come back. */
  onEnded: () => void;
}

/** Keeps the stream of what changes in the admin area open until the returned function is called. */
export function openAdminLive(listener: AdminLiveListener): () => void {
  const close = keepStream(apiPaths.adminLive, {
    onState: listener.onState,
    onOpen: () => {
      listener.onState('live');
      listener.onOpen();
    },
    onEvent: (event) => {
      if (event.name === 'changed') listener.onChange(adminChange.parse(JSON.parse(event.data)).topics);
      if (event.name !== 'ended') return;
      close();
      listener.onEnded();
    },
    isFinal: (error) => isSessionLost(error) || isMissing(error),
    onFinal: listener.onEnded,
  });
  return close;
}
