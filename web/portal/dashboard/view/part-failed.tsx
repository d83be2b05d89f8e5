import { Button } from '../../../ui/button.tsx';

interface PartFailedProps {
  /** The plural of what is missing, such as "sources". */
  what: string;
  message: string;
  isBusy: boolean;
  onRetry: () => unknown;
}

/** Shown in place of a list or table that could not be loaded. */
export function PartFailed({ what, message, isBusy, onRetry }: PartFailedProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>
        The {what} could not be loaded. {message}
      </p>
      <Button shape="secondary" busy={isBusy} onClick={() => onRetry()}>
        {isBusy ? 'Trying...' : 'Try again'}
      </Button>
    </div>
  );
}
