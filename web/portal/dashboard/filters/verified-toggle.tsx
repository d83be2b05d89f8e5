import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Check } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { summaryQuery } from '../../api/stats.ts';
import { hasSales } from '../cards/has-sales.ts';
import { usePortal } from '../view/use-portal.ts';

const look = 'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-[0.9375rem]';

/** Leaves out orders that are only reported. Companies that never count them have a note in its place. */
export function VerifiedToggle() {
  const { company, view, changeView } = usePortal();
  const { data: summary, isPlaceholderData } = useQuery(summaryQuery(company.id, view));
  const isOn = view.orders === 'verified';
  // Stays while the next answer is on its way: the focus may be on it.
  const isShown = useRef(false);
  if (summary && !isPlaceholderData) isShown.current = hasSales(summary);
  if (isOn) isShown.current = true;

  if (company.countsOnlyVerified)
    return isShown.current ? (
      <Link to="/help/metrics#verified-orders" className={`${look} text-soft hover:text-ink`}>
        <BadgeCheck className="size-5" strokeWidth={1.5} aria-hidden="true" />
        Only verified orders count
      </Link>
    ) : null;
  if (!isShown.current) return null;
  const Icon = isOn ? Check : BadgeCheck;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => changeView({ orders: isOn ? 'all' : 'verified' })}
      className={classNames(
        look,
        'border font-medium print:hidden',
        isOn ? 'border-live bg-live-wash text-ink' : 'border-transparent text-soft hover:text-ink',
      )}
    >
      <Icon className="size-5" strokeWidth={1.5} aria-hidden="true" />
      Verified orders only
    </button>
  );
}
