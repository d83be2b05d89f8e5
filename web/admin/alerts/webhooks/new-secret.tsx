import { useEffect, useRef } from 'react';
import type { WebhookWithSecret } from '../../../../contract/alerts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { toName } from './webhook-words.ts';

interface NewSecretProps {
  created: WebhookWithSecret;
  onClose: () => void;
}

/** The only place that ever shows the secret of a webhook. */
export function NewSecret({ created: { webhook, secret }, onClose }: NewSecretProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="new-secret"
      aria-describedby="new-secret-note"
      className="arriving mb-5 grid gap-4 rounded-control bg-live-wash p-4 outline-none sm:p-5"
    >
      <div>
        <h4 id="new-secret" className="font-medium text-live wrap-anywhere">
          Secret of “{toName(webhook)}”
        </h4>
        <p id="new-secret-note" className="mt-1 max-w-[60ch] text-[0.9375rem]">
          Copy it to the program now: it is not shown again. With it the program checks that a message is from
          here. If it gets lost, create a new one.
          {webhook.previousSecretEndsAt && ' The old secret signs too for 24 hours.'}
        </p>
      </div>
      <code className="font-mono text-[0.9375rem] wrap-anywhere">{secret}</code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label="Copy secret" done="Secret copied to clipboard!" />
        <Button shape="quiet" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
