import { ConfirmedButton } from '../signed-in/confirmed-button.tsx';
import { toast } from '../ui/feedback/toast.ts';
import { useCorrectShopOrder } from './api/tracking.ts';

interface CorrectOrderButtonProps {
  companyId: string;
  orderId: string;
  /** The amount to count from now on; null removes the order. */
  amount: string | null;
  label: string;
  /** Explains the consequences before the confirmation. */
  warning: string;
  /** The toast after the change. */
  done: string;
}

/** A button that asks for confirmation before it corrects a shop order. */
export function CorrectOrderButton(props: CorrectOrderButtonProps) {
  const { companyId, orderId, amount, label, warning, done } = props;
  const correct = useCorrectShopOrder(companyId);
  return (
    <ConfirmedButton
      label={label}
      name={label}
      warning={warning}
      confirm={label}
      busy="Saving..."
      isDangerous={amount === null}
      onConfirm={async () => {
        await correct.mutateAsync({ orderId, amount });
        toast.success(done);
      }}
    />
  );
}
