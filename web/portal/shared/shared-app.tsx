import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { ToastHost } from '../../ui/feedback/toast-host.tsx';
import { AppErrors } from '../app/app-errors.tsx';
import { FrameMessage } from './frame-message.tsx';
import { FrameRouting } from './frame-routing.tsx';
import { PasswordForm } from './password-form.tsx';
import { SharedPortal } from './shared-portal.tsx';
import { readShownPart } from './shown-part.ts';
import { type SharedAddress, useSharedView } from './use-shared-view.ts';

interface SharedAppProps {
  address: SharedAddress;
  /** The query of the address: which part is shown. */
  search: string;
  onReady?: () => void;
}

/** One view of a portal for everyone who has its link, as a page or in a frame of another site. It can only be read. */
export function SharedApp({ address, search, onReady }: SharedAppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <AppErrors>
      <QueryClientProvider client={queryClient}>
        <FrameRouting>
          <main id="main" tabIndex={-1}>
            <SharedView address={address} search={search} />
          </main>
          <ToastHost />
        </FrameRouting>
      </QueryClientProvider>
    </AppErrors>
  );
}

function SharedView({ address, search }: SharedAppProps) {
  const { state, open, reopen } = useSharedView(address);
  if (state.is === 'opening') return <Spinner />;
  if (state.is === 'password') return <PasswordForm open={open} />;
  if (state.is === 'failed')
    return (
      <FrameMessage title="Not reachable at the moment">
        The figures could not be loaded. This page tries again by itself.
      </FrameMessage>
    );
  if (state.is === 'ended')
    return (
      <FrameMessage title="This link does not work">
        It is incomplete, has expired or was ended. Ask the sender for a new one.
      </FrameMessage>
    );
  return (
    <SharedPortal
      key={state.opening}
      share={state.share}
      part={readShownPart(search)}
      onLost={() => void reopen()}
    />
  );
}
