import { BadgeCheck, CircleDashed } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';

/** Whether an order is verified, as text and an icon: color alone is not enough. */
export function ProofMark({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : CircleDashed;
  return (
    <span
      title={
        isVerified
          ? 'Confirmed by the shop’s server or a payment provider.'
          : 'Sent by a page of the site, and not confirmed by the shop’s server or a payment provider.'
      }
      className={classNames(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        isVerified ? 'text-live' : 'text-soft',
      )}
    >
      <Icon className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      {isVerified ? 'Verified' : 'Not verified'}
    </span>
  );
}
