import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { requestSignIn } from '../../api/session/recent-sign-in.ts';
import { useCopy } from '../../ui/copy/use-copy.ts';
import { companiesQuery, keysNeedSignInQuery } from '../api/companies.ts';

interface AccessKeyProps {
  accessKey: string;
  /** The name, for the accessible label of the button. */
  company: string;
  /** For a new key, which has to be sent to the client now. */
  isShownFirst?: boolean;
}

const button =
  '-mx-2 inline-flex min-h-9 max-lg:min-h-11 items-center gap-1.5 rounded-[7px] px-2 text-[0.9375rem] text-soft transition-colors hover:text-live in-[table]:min-h-7 in-[table]:text-note';

/** A key is copied without being shown, so that it appears on no shared screen; one can look at it as well. */
export function AccessKey({ accessKey, company, isShownFirst = false }: AccessKeyProps) {
  const [isShown, setShown] = useState(isShownFirst);
  const { isCopied, copy } = useCopy(accessKey, {
    done: 'Access key copied to clipboard!',
    denied: 'This browser does not allow copying. Show the key, then select and copy it.',
  });
  if (accessKey === '') return <WithheldKey company={company} onUnlocked={() => setShown(true)} />;
  const CopyIcon = isCopied ? Check : Copy;
  const ShowIcon = isShown ? EyeOff : Eye;
  return (
    <div>
      <div className="flex items-center gap-x-6 in-[table]:gap-x-5">
        <button
          type="button"
          className={button}
          aria-label={`Copy the access key of ${company}`}
          onClick={copy}
        >
          <CopyIcon className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Copy
        </button>
        <button
          type="button"
          className={button}
          aria-label={`${isShown ? 'Hide' : 'Show'} the access key of ${company}`}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          <ShowIcon className="size-4" strokeWidth={1.5} aria-hidden="true" />
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      {isShown && <code className="block py-1 font-mono text-note break-all">{accessKey}</code>}
    </div>
  );
}

/** The server left the key out, because it sends keys only for a day after a sign-in. */
function WithheldKey({ company, onUnlocked }: { company: string; onUnlocked: () => void }) {
  const { data: needsSignIn } = useQuery(keysNeedSignInQuery);
  const client = useQueryClient();
  if (!needsSignIn)
    return <span className="text-note text-soft">This key cannot be decrypted. Replace it.</span>;
  return (
    <button
      type="button"
      className={button}
      aria-label={`Show the access key of ${company}`}
      onClick={async () => {
        if (!(await requestSignIn())) return;
        onUnlocked();
        await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      }}
    >
      <Eye className="size-4" strokeWidth={1.5} aria-hidden="true" />
      Show
    </button>
  );
}
