import { useEffect, useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Copies a text, says so, and for a moment shows it where it was asked for. */
export function useCopy(text: string, done: string) {
  const [copiedAt, setCopiedAt] = useState(0);

  useEffect(() => {
    if (!copiedAt) return;
    const timer = setTimeout(() => setCopiedAt(0), 2500);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (!(await copyText(text)))
      return toast.error('This browser does not allow copying. Please show the key, select and copy it.');
    setCopiedAt(Date.now());
    toast.success(done);
  }

  return { isCopied: copiedAt !== 0, copy };
}
