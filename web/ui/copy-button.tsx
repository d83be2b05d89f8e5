import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { copyText } from './copy-text.ts';
import { toast } from './feedback/toast.ts';

interface CopyButtonProps extends ButtonLook {
  text: string;
  label: string;
  done: string;
}

export function CopyButton({ text, label, done, ...look }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0);

  useEffect(() => {
    if (!copiedAt) return;
    const timer = setTimeout(() => setCopiedAt(0), 2500);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (!(await copyText(text)))
      return toast.error('This browser does not allow copying. Please select the code and copy it.');
    setCopiedAt(Date.now());
    toast.success(done);
  }

  const Icon = copiedAt ? Check : Copy;
  return (
    <Button {...look} onClick={copy}>
      <Icon className="size-5" strokeWidth={1.5} aria-hidden="true" />
      {label}
    </Button>
  );
}
