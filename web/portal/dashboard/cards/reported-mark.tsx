import { CircleDashed } from 'lucide-react';
import { Explanation } from '../../../ui/explanation.tsx';

const meaning =
  'A page of the site sent these orders. Neither the shop’s server nor a payment provider has confirmed them.';

interface ReportedMarkProps {
  /** Undefined if everything is verified. */
  share: string | undefined;
}

/** Marks a number that is partly not verified. A click shows what that means. */
export function ReportedMark({ share }: ReportedMarkProps) {
  if (share === undefined) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-note text-soft tabular">
      <CircleDashed className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      <Explanation text={meaning} more="/help/metrics#verified-orders">
        {share}
      </Explanation>
    </p>
  );
}
