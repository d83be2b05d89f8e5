import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, Eye } from 'lucide-react';
import { requestSignIn } from '../../api/session/recent-sign-in.ts';
import { useCopy } from '../../ui/copy/use-copy.ts';
import { companiesQuery, keysNeedSignInQuery } from '../api/companies.ts';
import { useHiddenKeys } from './use-hidden-keys.ts';

const keyShape = '00000-00000-00000-00000-00000';

interface AccessKeyProps {
  accessKey: string;
  /** The name, for the accessible label of the button. */
  company: string;
}

/** A hidden key is masked and can still be copied. */
export function AccessKey({ accessKey, company }: AccessKeyProps) {
  const [isHidden] = useHiddenKeys();
  const { isCopied, copy } = useCopy(accessKey, {
    done: 'Access key copied to clipboard!',
    denied: 'This browser does not allow copying. Show the key, then select and copy it.',
  });
  const CopyIcon = isCopied ? Check : Copy;
  if (accessKey === '') return <WithheldKey company={company} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <code className="font-mono text-note whitespace-nowrap">
        {isHidden ? <MaskedKey accessKey={accessKey} /> : accessKey}
      </code>
      <button
        type="button"
        className="-mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-[7px] px-2 text-[0.9375rem] text-soft transition-colors hover:text-live"
        aria-label={`Copy the access key of ${company}`}
        onClick={copy}
      >
        <CopyIcon className="size-4" strokeWidth={1.5} aria-hidden="true" />
        Copy
      </button>
    </div>
  );
}

/** The server left the key out, because it shows keys only for a day after a sign-in. */
function WithheldKey({ company }: { company: string }) {
  const { data: needsSignIn } = useQuery(keysNeedSignInQuery);
  const client = useQueryClient();
  if (!needsSignIn)
    return <span className="text-note text-soft">This key cannot be decrypted. Replace it.</span>;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <code className="font-mono text-note whitespace-nowrap">
        <MaskedKey accessKey={keyShape} />
      </code>
      <button
        type="button"
        className="-mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-[7px] px-2 text-[0.9375rem] text-soft transition-colors hover:text-live"
        aria-label={`Show the access key of ${company}`}
        onClick={async () => {
          if (await requestSignIn()) await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
        }}
      >
        <Eye className="size-4" strokeWidth={1.5} aria-hidden="true" />
        Show
      </button>
    </div>
  );
}

/** A mask as wide as the key, so that the layout does not shift when the key is shown. */
function MaskedKey({ accessKey }: { accessKey: string }) {
  return (
    <span className="text-soft">
      <span aria-hidden="true">{accessKey.replaceAll(/[^-]/g, '•')}</span>
      <span className="sr-only">hidden</span>
    </span>
  );
}
