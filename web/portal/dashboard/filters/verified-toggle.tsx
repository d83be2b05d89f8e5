import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Check } from 'lucide-react';
import { useRef } from 'react';
import { hasSales } from '../../../../contract/stats/has-sales.ts';
import { summaryQuery } from '../../api/stats.ts';
import { OptionItem, OptionLink } from '../options/option-item.tsx';
import { usePortal } from '../view/use-portal.ts';

/** Leaves out orders that are only reported. Companies that never count them have a note in its place. */
export function VerifiedToggle() {
  const { company, view, changeView } = usePortal();
  const { data: summary, isPlaceholderData } = useQuery(summaryQuery(company.id, view));
  const isOn = view.orders === 'verified';
  // Stays while the next answer is on its way: the focus may be on it.
  const isShown = useRef(false);
  if (summary && !isPlaceholderData) isShown.current = hasSales(summary);
  if (isOn) isShown.current = true;

  if (!isShown.current) return null;
  if (company.countsOnlyVerified)
    return (
      <OptionLink Icon={BadgeCheck} to="/help/metrics#verified-orders">
        Only verified orders count
      </OptionLink>
    );
  return (
    <OptionItem
      Icon={isOn ? Check : BadgeCheck}
      isOn={isOn}
      onChoose={() => changeView({ orders: isOn ? 'all' : 'verified' })}
    >
      Verified orders only
    </OptionItem>
  );
}
