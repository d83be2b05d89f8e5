import { useEffect, useState } from 'react';
import { toast } from '../feedback/toast.ts';
import { copyText } from './copy-text.ts';

interface CopyTexts {
  /** The toast after copying. */
  done: string;
  /** The toast if the browser does not allow copying: how to do it by hand. */
  denied: string;
}

/** Copies a text and shows a toast. `isCopied` is true for a few seconds, for an icon. */
export function useCopy(text: string, { done, denied }: CopyTexts) {
  const [copiedAt, setCopiedAt] = useState(0);

  useEffect(() => {
    if (!copiedAt) return;
    const timer = setTimeout(() => setCopiedAt(0), 2500);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (!(await copyText(text))) return toast.error(denied);
    setCopiedAt(Date.now());
    toast.success(done);
  }

  return { isCopied: copiedAt !== 0, copy };
}
