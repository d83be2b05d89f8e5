import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';

interface FormButtonsProps {
  /** The label of the button that sends the form. */
  label: string;
  /** Its label while the form is being sent. */
  busyLabel?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  onCancel: () => void;
  className?: string;
}

/** Sends a form or cancels it. A form that is being sent cannot be cancelled. */
export function FormButtons(props: FormButtonsProps) {
  const { label, busyLabel = label, isBusy = false, isDangerous = false, onCancel, className } = props;
  return (
    <div className={classNames('flex flex-wrap gap-3', className)}>
      <Button type="submit" shape={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
      <Button shape="quiet" busy={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
