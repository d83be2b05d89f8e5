import { X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { SectionId } from '../model/field-names.ts';
import { LazyPreview } from './lazy-preview.tsx';

interface PreviewSheetProps {
  section: SectionId;
  onClose: () => void;
}

/** The preview on screens that have no room for it next to the fields. */
export function PreviewSheet({ section, onClose }: PreviewSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Preview of the settings"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-surface text-ink"
    >
      <div className="relative h-full p-4">
        <Button shape="quiet" size="small" className="absolute top-2 right-2 z-10 min-h-11" onClick={onClose}>
          <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Close
        </Button>
        <LazyPreview section={section} startsNarrow={innerWidth < 640} className="h-full" />
      </div>
    </dialog>
  );
}
