import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { toast } from './toast.ts';

interface LoadFailedProps {
  /** What failed, in the words of the toast. */
  title: string;
  message: string;
  isBusy: boolean;
  onRetry: () => unknown;
}

/** Stands where a list would: what failed, why, and the way to another try. */
export function LoadFailed({ title, message, isBusy, onRetry }: LoadFailedProps) {
  useEffect(() => toast.error(title), [title]);
  return (
    <div className="grid justify-items-start gap-4 border-l-2 border-danger py-3 pl-6">
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 text-soft">{message}</p>
      </div>
      <Button busy={isBusy} onClick={() => onRetry()}>
        {isBusy ? 'Trying...' : 'Try again'}
      </Button>
    </div>
  );
}
