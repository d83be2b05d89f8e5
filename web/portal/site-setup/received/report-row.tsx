import type { ReactNode } from 'react';
import { formatAgo, formatCount, formatMoment } from '../../../ui/format.ts';

interface ReportRowProps {
  title: string;
  text: ReactNode;
  count: number;
  /** The name of one report, in the singular. */
  what: string;
  /** Shown next to the count. */
  sender?: string | undefined;
  /** The time of the last report, and the time now. */
  lastAt: string;
  now: number;
  children?: ReactNode;
}

/** A row of reports that were not counted as they were sent: what they are about, how many, and when the last one came. */
export function ReportRow({ title, text, count, what, sender, lastAt, now, children }: ReportRowProps) {
  const at = Date.parse(lastAt);
  return (
    <li className="grid gap-x-10 gap-y-1.5 border-t border-line py-4 last:pb-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="mt-1 max-w-[66ch] text-[0.9375rem] text-soft wrap-anywhere tabular">{text}</p>
      </div>
      <p className="text-[0.9375rem] text-soft tabular sm:text-right">
        <span className="font-medium text-ink">
          {formatCount(count)} {count === 1 ? what : `${what}s`}
        </span>
        {sender && <span> · {sender}</span>}
        <span className="block">
          {formatAgo(now - at)}, <time dateTime={lastAt}>{formatMoment(at / 1000)}</time>
        </span>
      </p>
      {children}
    </li>
  );
}
