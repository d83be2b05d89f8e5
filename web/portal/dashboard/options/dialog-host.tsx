import { type ReactNode, useCallback, useState } from 'react';
import { OpenDialogContext, type PortalDialog } from './portal-dialog.ts';
import { PortalDialogs } from './portal-dialogs.tsx';

/** Shows the dialogs that the components inside it open. One is open at a time. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<PortalDialog>();
  const close = useCallback(() => setDialog(undefined), []);
  return (
    <OpenDialogContext value={setDialog}>
      {children}
      {dialog && <PortalDialogs dialog={dialog} onClose={close} />}
    </OpenDialogContext>
  );
}
