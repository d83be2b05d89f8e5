import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../routing/link.tsx';

interface OptionItemProps {
  Icon: LucideIcon;
  onChoose: () => void;
  /** Set for an option that is switched on and off. */
  isOn?: boolean;
  children: ReactNode;
}

const look =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-[0.9375rem] hover:bg-sunken';
const iconLook = 'size-5 shrink-0 text-soft';

/** A line of the menu or the sheet that does something. */
export function OptionItem({ Icon, onChoose, isOn, children }: OptionItemProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={classNames(look, isOn === true && 'font-medium')}
    >
      <Icon
        className={classNames(iconLook, isOn === true && 'text-live')}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      {children}
    </button>
  );
}

interface OptionLinkProps {
  Icon: LucideIcon;
  to: string;
  children: ReactNode;
}

/** A line of the menu or the sheet that leads to another page. */
export function OptionLink({ Icon, to, children }: OptionLinkProps) {
  return (
    <Link to={to} className={look}>
      <Icon className={iconLook} strokeWidth={1.5} aria-hidden="true" />
      {children}
    </Link>
  );
}
