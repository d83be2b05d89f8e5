import { useEffect, useRef } from 'react';
import type { CreatedApiKey } from '../../../../contract/shop/api-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';

interface NewKeyProps {
  created: CreatedApiKey;
  onClose: () => void;
}

/** The only place that ever shows a key. */
export function NewKey({ created, onClose }: NewKeyProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="new-key"
      aria-describedby="new-key-note"
      className="arriving mt-5 grid gap-4 rounded-control bg-live-wash p-4 outline-none sm:p-5"
    >
      <div>
        <h3 id="new-key" className="font-medium text-live wrap-anywhere">
          New key “{created.apiKey.name}”
        </h3>
        <p id="new-key-note" className="mt-1 max-w-[60ch] text-[0.9375rem]">
          Copy it to the server now. This key is not shown again: we store only a hash of it. If it gets lost,
          replace it.
        </p>
      </div>
      <code className="font-mono text-[0.9375rem] wrap-anywhere">{created.key}</code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={created.key} label="Copy key" done="API key copied to clipboard!" />
        <Button shape="quiet" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
