import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast.ts';

interface LoadFailedProps {
  /** The title of the error. Also shown in a toast. */
  title: string;
  message: string;
  isBusy: boolean;
  onRetry: () => unknown;
}

/** Shown in place of content that could not be loaded: what failed, why, and a button to try again. */
export function LoadFailed({ title, message, ...retry }: LoadFailedProps) {
  useEffect(() => toast.error(title), [title]);
  return (
    <div className="grid justify-items-start gap-4 border-l-2 border-danger py-3 pl-6">
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 text-soft">{message}</p>
      </div>
      <RetryButton {...retry} />
    </div>
  );
}

interface PageLoadFailedProps extends Omit<LoadFailedProps, 'title'> {
  title?: string;
  /** The text of a toast, if one is shown. */
  toastText?: string;
}

/** The same for content that fills the page. */
export function PageLoadFailed({
  title = 'This page could not be loaded',
  toastText,
  message,
  ...retry
}: PageLoadFailedProps) {
  useEffect(() => {
    if (toastText) toast.error(toastText);
  }, [toastText]);
  return (
    <Notice title={title} actions={<RetryButton {...retry} />}>
      <p>{message}</p>
    </Notice>
  );
}

function RetryButton({ isBusy, onRetry }: Pick<LoadFailedProps, 'isBusy' | 'onRetry'>) {
  return (
    <Button busy={isBusy} onClick={() => onRetry()}>
      {isBusy ? 'Trying...' : 'Try again'}
    </Button>
  );
}
