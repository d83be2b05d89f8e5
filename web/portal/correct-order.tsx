import { useEffect, useId, useRef, useState } from 'react';
import { useCorrectShopOrder } from '../api/tracking.ts';
import { Button } from '../ui/button.tsx';
import { showError } from '../ui/feedback/show-error.ts';
import { toast } from '../ui/feedback/toast.ts';

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
export function CorrectOrderButton({
  companyId,
  orderId,
  amount,
  label,
  warning,
  done,
}: CorrectOrderButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const correct = useCorrectShopOrder(companyId);
  const question = useRef<HTMLFieldSetElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  const warningId = useId();

  // The focused control is replaced, which would move the focus to the top of the page.
  useEffect(() => {
    if (isConfirming) question.current?.focus({ preventScroll: true });
    else if (wasConfirming.current) openButton.current?.focus({ preventScroll: true });
    wasConfirming.current = isConfirming;
  }, [isConfirming]);

  async function confirm() {
    try {
      await correct.mutateAsync({ orderId, amount });
      toast.success(done);
    } catch (error) {
      showError(error);
    }
    setIsConfirming(false);
  }

  if (!isConfirming) {
    return (
      <Button ref={openButton} shape="secondary" size="small" onClick={() => setIsConfirming(true)}>
        {label}
      </Button>
    );
  }
  return (
    <fieldset
      ref={question}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={warningId}
      className="grid w-full min-w-0 gap-3 rounded-control bg-warn-wash p-4 outline-none"
    >
      <p id={warningId} className="max-w-[60ch] text-[0.9375rem] text-warn wrap-anywhere">
        {warning}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          shape={amount === null ? 'danger' : 'primary'}
          size="small"
          busy={correct.isPending}
          onClick={confirm}
        >
          {correct.isPending ? 'Saving...' : label}
        </Button>
        <Button shape="quiet" size="small" busy={correct.isPending} onClick={() => setIsConfirming(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
