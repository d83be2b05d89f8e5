import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

interface CreateButtonsProps {
  label: string;
  isBusy: boolean;
  onCancel: () => void;
  className?: string;
}

export function CreateButtons({ label, isBusy, onCancel, className }: CreateButtonsProps) {
  return (
    <div className={classNames('flex flex-wrap gap-3', className)}>
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Creating...' : label}
      </Button>
      <Button shape="quiet" busy={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
