import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useCopied } from '../parts/use-copied.ts';

interface AccessKeyProps {
  accessKey: string;
  /** Whose it is: the same two buttons stand beside every company. */
  company: string;
  isShownFirst?: boolean;
}

const button =
  'inline-flex min-h-9 items-center gap-1.5 rounded-[7px] px-2 text-[0.9375rem] text-soft transition-colors hover:text-live';

/** Hidden from whoever looks over a shoulder; copied without being shown. */
export function AccessKey({ accessKey, company, isShownFirst = false }: AccessKeyProps) {
  const [isShown, setShown] = useState(isShownFirst);
  const { isCopied, copy } = useCopied(accessKey, 'Access key copied to clipboard!');
  const Eyes = isShown ? EyeOff : Eye;
  const CopyIcon = isCopied ? Check : Copy;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <code className="font-mono text-note whitespace-nowrap">
        {isShown ? accessKey : <MaskedKey accessKey={accessKey} />}
      </code>
      <span className="-mx-2 flex">
        <button
          type="button"
          className={button}
          aria-pressed={isShown}
          aria-label={`Show the access key of ${company}`}
          onClick={() => setShown(!isShown)}
        >
          <Eyes className="size-4" strokeWidth={1.5} aria-hidden="true" />
          {isShown ? 'Hide' : 'Show'}
        </button>
        <button
          type="button"
          className={button}
          aria-label={`Copy the access key of ${company}`}
          onClick={copy}
        >
          <CopyIcon className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Copy
        </button>
      </span>
    </div>
  );
}

/** As wide as the key, so that nothing moves when it is shown. */
function MaskedKey({ accessKey }: { accessKey: string }) {
  return (
    <span className="text-soft">
      <span aria-hidden="true">{accessKey.replaceAll(/[^-]/g, '•')}</span>
      <span className="sr-only">hidden</span>
    </span>
  );
}
