import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of several choices of a menu or of the sheet. */
export function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'min-h-11 rounded-control px-3 text-left md:min-h-9',
        isChosen ? 'bg-action text-action-ink' : 'hover:bg-sunken',
      )}
    >
      {children}
    </button>
  );
}
