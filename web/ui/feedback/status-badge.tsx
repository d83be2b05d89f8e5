import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A status text with a dot, which is coloured when `isOn`. */
export function StatusBadge({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-note whitespace-nowrap',
        isOn ? 'text-live' : 'text-soft',
      )}
    >
      <span
        className={classNames('size-2 rounded-full', isOn ? 'bg-live-dot' : 'border border-strong')}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}
