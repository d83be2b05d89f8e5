import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';

interface ListButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  /** Without it, the entry has to stay. */
  onRemove?: (() => void) | undefined;
}

/** Moves an entry of a list, or removes it. */
export function ListButtons({ name, isFirst, isLast, onMove, onRemove }: ListButtonsProps) {
  return (
    <span className="flex shrink-0">
      <IconButton icon={ArrowUp} label={`Move ${name} up`} isDisabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        isDisabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${name}`}
        isDisabled={!onRemove}
        onClick={() => onRemove?.()}
      />
    </span>
  );
}

interface IconButtonProps {
  icon: typeof ArrowUp;
  label: string;
  /** It keeps the focus and does nothing. */
  isDisabled: boolean;
  onClick: () => void;
}

function IconButton({ icon: Icon, label, isDisabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      className="inline-flex size-11 items-center justify-center rounded-control text-soft hover:text-live aria-disabled:cursor-default aria-disabled:opacity-35"
      onClick={() => !isDisabled && onClick()}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
