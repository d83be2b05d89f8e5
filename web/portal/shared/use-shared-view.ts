import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenedShare } from '../../../contract/company/shares.ts';
import { hasCode, isNotFound, sendBearer } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { openSharedView } from './open-shared-view.ts';

export interface SharedAddress {
  accessId: string;
  /** From the fragment of the address; empty without one. */
  secret: string;
}

export type SharedState =
  | { is: 'opening' }
  /** Another `opening` is another view: the link was changed while it was looked at. */
  | { is: 'open'; share: OpenedShare; opening: number }
  | { is: 'password' }
  | { is: 'ended' }
  /** The server cannot be reached, or is busy. It is asked again by itself. */
  | { is: 'failed' };

const minuteMs = 60_000;
/** How long before its end a session is renewed. */
const renewalMs = 30 * minuteMs;
const retryMs = 10_000;
/** The longest time that a timer can wait. */
const timerMaxMs = 2 ** 31 - 1;

/**
 * Opens a share link and keeps it open: the session is renewed before it ends, and opened again when the link was changed. The
 * session and the secret are in the memory of this page alone.
 */
export function useSharedView({ accessId, secret }: SharedAddress) {
  const [state, setState] = useState<SharedState>({ is: secret === '' ? 'ended' : 'opening' });
  const session = useRef<string>(undefined);
  const openings = useRef(0);

  const open = useCallback(
    async (password?: string): Promise<void> => {
      const share = await openSharedView({ accessId, secret, password, session: session.current });
      session.current = share.session;
      sendBearer(share.session);
      queryClient.clear();
      openings.current += 1;
      setState({ is: 'open', share, opening: openings.current });
    },
    [accessId, secret],
  );

  /** Opens the link without a password, and shows what is wrong if it does not open. */
  const reopen = useCallback(async (): Promise<void> => {
    try {
      await open();
    } catch (error) {
      setState({ is: toProblem(error) });
    }
  }, [open]);

  const renew = useCallback(async (): Promise<OpenedShare> => {
    const share = await openSharedView({ accessId, secret, session: session.current });
    session.current = share.session;
    sendBearer(share.session);
    return share;
  }, [accessId, secret]);

  useEffect(() => {
    if (secret !== '') void reopen();
  }, [secret, reopen]);

  const { is } = state;
  useEffect(() => {
    if (is !== 'failed') return undefined;
    const timer = setTimeout(() => void reopen(), retryMs + Math.random() * retryMs);
    return () => clearTimeout(timer);
  }, [is, reopen]);

  useEffect(() => {
    if (state.is !== 'open') return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const plan = (expiresAt: string) => {
      const leftMs = Date.parse(expiresAt) - Date.now();
      // With the last half hour of the link there is nothing to renew: it ends then.
      const waitMs = leftMs > renewalMs + minuteMs ? leftMs - renewalMs : leftMs;
      timer = setTimeout(tryRenewal, Math.min(Math.max(waitMs, minuteMs), timerMaxMs));
    };
    const tryRenewal = () => {
      renew().then(
        (share) => plan(share.expiresAt),
        (error) => {
          const problem = toProblem(error);
          if (problem === 'failed') timer = setTimeout(tryRenewal, minuteMs);
          else setState({ is: problem });
        },
      );
    };
    plan(state.share.expiresAt);
    return () => clearTimeout(timer);
  }, [state, renew]);

  return { state, open, reopen };
}

function toProblem(error: unknown): 'password' | 'ended' | 'failed' {
  if (hasCode(error, 'password-required')) return 'password';
  return isNotFound(error) ? 'ended' : 'failed';
}
