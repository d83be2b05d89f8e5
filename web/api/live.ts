import { type LiveChange, type LiveSnapshot, liveChange, liveSnapshot } from '../../contract/analytics.ts';
import type { Range } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { isMissing } from './client.ts';
import { keepStream, type LiveState } from './kept-stream.ts';

export interface LiveListener {
  onState: (state: LiveState) => void;
  onSnapshot: (snapshot: LiveSnapshot) => void;
  onChange: (change: LiveChange) => void;
  /** The portal is no longer ours to see, or no longer there. The stream does not come back. */
  onGone: () => void;
}

/** Keeps a portal's stream open, whatever happens to it, until the returned function is called. */
export function openLive(companyId: string, range: Range, listener: LiveListener): () => void {
  return keepStream(`${apiPaths.live(companyId)}?range=${range}`, {
    onState: listener.onState,
    onEvent: (event) => {
      const data: unknown = JSON.parse(event.data);
      if (event.name === 'snapshot') listener.onSnapshot(liveSnapshot.parse(data));
      if (event.name === 'change') listener.onChange(liveChange.parse(data));
      // Only what was told makes figures live: a stream that is open may still be silent.
      listener.onState('live');
    },
    isFinal: isMissing,
    onFinal: listener.onGone,
  });
}
