import { useEffect, useRef } from 'react';
import type { CreatedToken } from '../../../contract/company/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { toFirstRequest } from './first-request.ts';

interface NewTokenProps {
  created: CreatedToken;
  /** Whether to show a request that tries the token. */
  hasExample: boolean;
  onClose: () => void;
}

/** The only place that ever shows the secret of a token. */
export function NewToken({ created, hasExample, onClose }: NewTokenProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const example = toFirstRequest(created.token, location.origin);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="new-token"
      aria-describedby="new-token-note"
      className="arriving mt-5 grid gap-4 rounded-control bg-live-wash p-4 outline-none sm:p-5"
    >
      <div>
        <h3 id="new-token" className="font-medium text-live wrap-anywhere">
          New token “{created.token.name}”
        </h3>
        <p id="new-token-note" className="mt-1 max-w-[60ch] text-[0.9375rem]">
          Copy it to the program now. It is not shown again: we store only a hash of it. If it gets lost,
          replace it.
        </p>
      </div>
      <code className="font-mono text-[0.9375rem] wrap-anywhere">{created.secret}</code>
      {hasExample && <CodeBlock label="A request that tries the token" code={example} />}
      <div className="flex flex-wrap gap-3">
        <CopyButton text={created.secret} label="Copy token" done="Token copied to clipboard!" />
        {hasExample && (
          <CopyButton
            text={example}
            label="Copy example"
            done="Example copied to clipboard!"
            shape="secondary"
          />
        )}
        <Button shape="quiet" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
