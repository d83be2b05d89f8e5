import { useEffect, useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Copies a text and shows a toast. `isCopied` is true for a few seconds, for an icon. */
export function useCopy(text: string, done: string) {
  const [copiedAt, setCopiedAt] = useState(0);

  useEffect(() => {
    if (!copiedAt) return;
    const timer = setTimeout(() => setCopiedAt(0), 2500);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (!(await copyText(text)))
      return toast.error('This browser does not allow copying. Show the key, then select and copy it.');
    setCopiedAt(Date.now());
    toast.success(done);
  }

  return { isCopied: copiedAt !== 0, copy };
}
