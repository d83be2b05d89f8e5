import { type FailedQuery, RetryButton, useErrorMessage } from '../../../ui/feedback/load-failed.tsx';

interface PartFailedProps {
  /** The plural of what is missing, such as "sources". */
  what: string;
  query: FailedQuery;
}

/** Shown in place of a list or table that could not be loaded. */
export function PartFailed({ what, query }: PartFailedProps) {
  const message = useErrorMessage(query);
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>
        The {what} could not be loaded. {message}
      </p>
      <RetryButton query={query} shape="secondary" />
    </div>
  );
}
