import { ChevronDown, Download } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

interface DownloadMenuProps {
  /** The title of the chart, for the name of the button. */
  title: string;
  csvAddress: string;
  csvFileName: string;
  onPicture: () => void;
}

const itemClass =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left whitespace-nowrap hover:bg-sunken outline-offset-[-2px]';

/** A button that shows two more: they are in the tab order after it, and Escape closes them. */
export function DownloadMenu({ title, csvAddress, csvFileName, onPicture }: DownloadMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  }

  return (
    <div ref={root} className="relative" onKeyDown={closeByKey} role="none">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={`Download ${title}`}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-[0.9375rem] text-soft hover:text-ink"
      >
        <Download className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
        Download
        <ChevronDown className="size-4" strokeWidth={1.5} aria-hidden="true" />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute right-0 z-20 mt-1 min-w-48 rounded-control border border-strong bg-raised p-1 text-[0.9375rem] shadow-lg"
      >
        <a href={csvAddress} download={csvFileName} className={itemClass} onClick={close}>
          Values as CSV
        </a>
        <button
          type="button"
          className={itemClass}
          onClick={() => {
            close();
            onPicture();
          }}
        >
          Picture as PNG
        </button>
      </div>
    </div>
  );
}
