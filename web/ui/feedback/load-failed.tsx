import { useEffect, useState } from 'react';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast.ts';

/** A query without data, as its hook returns it. Its error is null while it is sent again. */
export interface FailedQuery {
  error: { message: string } | null;
  isFetching: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => unknown;
}

/** Whether a query without data has failed. While it is sent again, it has no error, but its failure stays on the screen. */
export const hasFailed = ({ errorUpdateCount }: { errorUpdateCount: number }): boolean =>
  errorUpdateCount > 0;

/** The message of the last error, also while the query is sent again. */
export function useErrorMessage({ error }: FailedQuery): string {
  const [last, setLast] = useState('The server is being asked again.');
  const message = error?.message;
  if (message !== undefined && message !== last) setLast(message);
  return message ?? last;
}

interface LoadFailedProps {
  /** The title of the error. Also shown in a toast. */
  title: string;
  query: FailedQuery;
}

/** Shown in place of content that could not be loaded: what failed, why, and a button to try again. */
export function LoadFailed({ title, query }: LoadFailedProps) {
  const message = useErrorMessage(query);
  useEffect(() => toast.error(title), [title]);
  return (
    <div className="grid justify-items-start gap-4 border-l-2 border-danger py-3 pl-6">
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 text-soft">{message}</p>
      </div>
      <RetryButton query={query} />
    </div>
  );
}

interface PageLoadFailedProps {
  title?: string;
  query: FailedQuery;
  /** The text of a toast, if one is shown. */
  toastText?: string;
}

/** The same for content that fills the page. */
export function PageLoadFailed({
  title = 'This page could not be loaded',
  toastText,
  query,
}: PageLoadFailedProps) {
  const message = useErrorMessage(query);
  useEffect(() => {
    if (toastText) toast.error(toastText);
  }, [toastText]);
  return (
    <Notice title={title} actions={<RetryButton query={query} />}>
      <p>{message}</p>
    </Notice>
  );
}

interface RetryButtonProps {
  query: FailedQuery;
  shape?: 'primary' | 'secondary';
}

export function RetryButton({ query: { isFetching, refetch }, shape = 'primary' }: RetryButtonProps) {
  return (
    // A request that is under way or waits for its retry is the answer to the click.
    <Button shape={shape} busy={isFetching} onClick={() => refetch({ cancelRefetch: false })}>
      {isFetching ? 'Trying...' : 'Try again'}
    </Button>
  );
}
