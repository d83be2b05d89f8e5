import { useEffect } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLoaded } from '../view/use-loaded.ts';
import type { PortalDialog } from './portal-dialog.ts';

const loadDialog = () => import('./shown-dialog.tsx').then((file) => file.ShownDialog);

/** Loads the dialogs before they are opened, for example while a button is being pressed. */
export const preloadDialogs = () => void loadDialog().catch(() => undefined);

interface PortalDialogsProps {
  dialog: PortalDialog;
  onClose: () => void;
}

/** The open dialog. The code of all dialogs is loaded when the first one is opened. */
export function PortalDialogs(props: PortalDialogsProps) {
  const { loaded } = useLoaded(loadDialog);
  const hasFailed = loaded === 'failed';
  const { onClose } = props;
  useEffect(() => {
    if (!hasFailed) return;
    toast.error('This could not be loaded.', 'Please check your connection, and try again.');
    onClose();
  }, [hasFailed, onClose]);
  return typeof loaded === 'string' ? null : <loaded.Component {...props} />;
}
