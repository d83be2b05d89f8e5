import { classNames } from '../../../ui/class-names.ts';
import type { TimeZoneChoice } from './time-zones.ts';

const popup =
  'absolute inset-x-0 top-full z-20 mt-1.5 rounded-control border border-strong bg-raised shadow-[0_12px_40px_-16px_oklch(0.1_0.03_262/0.45)]';

export const toOptionId = (id: string, index: number) => `${id}-${index}`;

interface TimeZoneOptionsProps {
  /** The id of the text field. */
  id: string;
  label: string;
  isOpen: boolean;
  found: TimeZoneChoice[];
  active: number;
  typed: string;
  onChoose: (choice: TimeZoneChoice) => void;
}

/** The list below the text field, or a sentence if nothing was found. */
export function TimeZoneOptions({ id, label, isOpen, found, active, typed, onChoose }: TimeZoneOptionsProps) {
  return (
    <>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`${label}s`}
        hidden={!isOpen || found.length === 0}
        className={classNames(popup, 'max-h-72 overflow-y-auto overscroll-contain py-1')}
      >
        {isOpen &&
          found.map((choice, index) => (
            <button
              key={choice.name}
              type="button"
              tabIndex={-1}
              id={toOptionId(id, index)}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus, so that the list stays open until the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(choice)}
              className={classNames(
                'grid min-h-12 w-full cursor-pointer text-left grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5',
                index === active ? 'bg-live-wash' : 'hover:bg-sunken',
              )}
            >
              <span className="min-w-0">
                <span className="block break-words">{choice.name}</span>
                {(choice.description || choice.isOwn) && (
                  <span className="block text-note text-soft">
                    {[choice.description, choice.isOwn && 'your time zone'].filter(Boolean).join(', ')}
                  </span>
                )}
              </span>
              <span className="font-mono text-note text-soft tabular">{choice.offset}</span>
            </button>
          ))}
      </div>
      {isOpen && found.length === 0 && (
        <p className={classNames(popup, 'px-4 py-3.5 text-[0.9375rem] break-words text-soft')}>
          No time zone has “{typed.trim()}” in its name. Try a large city nearby.
        </p>
      )}
    </>
  );
}
