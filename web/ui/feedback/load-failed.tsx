import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';
import { toast } from './toast.ts';

/** A query without data, as its hook returns it. Its error is null while it is sent again. */
export interface FailedQuery {
  error: { message: string } | null;
  isFetching: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => unknown;
}

interface LoadFailedProps {
  /** The title of the error. Also shown in a toast. */
  title: string;
  query: FailedQuery;
}

/** Shown in place of content that could not be loaded: what failed, why, and a button to try again. */
export function LoadFailed({ title, query }: LoadFailedProps) {
  useEffect(() => toast.error(title), [title]);
  return (
    <div className="grid justify-items-start gap-4 border-l-2 border-danger py-3 pl-6">
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 text-soft">{query.error?.message ?? 'The server is being asked again.'}</p>
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
  useEffect(() => {
    if (toastText) toast.error(toastText);
  }, [toastText]);
  return (
    <Notice title={title} actions={<RetryButton query={query} />}>
      <p>{query.error?.message}</p>
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
