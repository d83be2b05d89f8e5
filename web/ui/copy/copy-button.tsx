import { Check, Copy } from 'lucide-react';
import { Button, type ButtonLook } from '../button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps extends ButtonLook {
  text: string;
  label: string;
  done: string;
}

const denied = 'This browser does not allow copying. Please select the code and copy it.';

export function CopyButton({ text, label, done, ...look }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text, { done, denied });
  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...look} onClick={copy}>
      <Icon className="size-5" strokeWidth={1.5} aria-hidden="true" />
      {label}
    </Button>
  );
}
