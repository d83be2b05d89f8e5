import { Check, Terminal } from 'lucide-react';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { toCurlCommand } from '../../../ui/copy/curl-command.ts';
import { useCopy } from '../../../ui/copy/use-copy.ts';

interface CopyCurlProps extends ButtonLook {
  /** The path of the question, with its query. */
  path: string;
  /** The subject of the question, if the label alone does not contain it. */
  name?: string;
  label: string;
  className?: string;
}

const texts = {
  done: 'Command copied. It reads a token from PORTAL_TOKEN.',
  denied: 'This browser does not allow copying.',
};

/** Copies a command that asks the shown question with a token. */
export function CopyCurl({ path, name, label, ...look }: CopyCurlProps) {
  const { isCopied, copy } = useCopy(toCurlCommand(new URL(path, location.origin).href), texts);
  const Icon = isCopied ? Check : Terminal;
  return (
    <Button
      {...look}
      aria-label={name === undefined ? undefined : `Copy ${name} as curl command`}
      onClick={copy}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
      {label}
    </Button>
  );
}
