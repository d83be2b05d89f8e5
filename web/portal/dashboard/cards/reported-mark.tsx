import { CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { Link } from '../../routing/link.tsx';

interface ReportedMarkProps {
  /** Undefined if everything is verified. */
  share: string | undefined;
}

/** Marks a number that is partly only reported, and links to what that means. */
export function ReportedMark({ share }: ReportedMarkProps) {
  const id = useId();
  if (share === undefined) return null;
  return (
    <p className="mt-1 text-note text-soft">
      <Link
        to="/help/metrics#verified-orders"
        aria-describedby={id}
        className="peer inline-flex items-start gap-1.5 rounded-control py-0.5 tabular hover:text-ink"
      >
        <CircleDashed className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
        <span className="underline decoration-dotted underline-offset-4">{share}</span>
      </Link>
      <span
        id={id}
        className="pointer-events-none invisible absolute inset-x-2 bottom-2 z-10 rounded-control bg-action p-2.5 text-action-ink opacity-0 transition-opacity peer-hover:visible peer-hover:opacity-100 peer-focus-visible:visible peer-focus-visible:opacity-100 print:hidden"
      >
        Sent by a page, not confirmed by the shop’s server.
      </span>
    </p>
  );
}
