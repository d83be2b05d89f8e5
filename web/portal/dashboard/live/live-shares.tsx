import { useId } from 'react';
import type { LiveVisitors } from '../../../../contract/live.ts';
import { formatCount } from '../../../figures/format.ts';
import { classNames } from '../../../ui/class-names.ts';

interface LiveSharesProps {
  title: string;
  shares: LiveVisitors['pages'];
  toName?: (value: string) => string;
  className?: string;
}

/** How many of the live visitors are on each page, or came from each source or country. */
export function LiveShares({ title, shares, toName = (value) => value, className }: LiveSharesProps) {
  const titleId = useId();
  const most = Math.max(1, ...shares.map(({ visitors }) => visitors));
  return (
    <div className={classNames('min-w-0', className)}>
      <h3 id={titleId} className="text-note font-medium text-soft">
        {title}
      </h3>
      <ul aria-labelledby={titleId} className="mt-2 grid gap-1">
        {shares.map(({ value, visitors }) => (
          <li key={value} className="relative flex justify-between gap-3 px-2 py-1">
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 rounded-[6px] bg-bar"
              style={{ width: `${(visitors / most) * 100}%` }}
            />
            <bdi title={toName(value)} className="relative min-w-0 truncate">
              {toName(value)}
            </bdi>
            <span className="relative tabular">{formatCount(visitors)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
