import { Button } from '../../ui/button.tsx';

interface SaveBarProps {
  isChanged: boolean;
  isBusy: boolean;
  onDiscard: () => void;
}

/**
 * Save, which stays in sight however long the form is: the last child of a form that is no grid. Dimmed while there is
 * nothing to save.
 */
export function SaveBar({ isChanged, isBusy, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-[var(--gutter)] flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-[var(--gutter)] py-2.5 lg:mx-0 lg:px-0">
      <Button type="submit" busy={isBusy || !isChanged}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
      {isChanged && (
        <Button shape="quiet" busy={isBusy} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <p role="status" className="text-[0.9375rem] text-warn">
        {isChanged && !isBusy && 'Not saved yet'}
      </p>
    </div>
  );
}
