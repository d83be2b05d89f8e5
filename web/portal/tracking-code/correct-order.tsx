import { useEffect, useId, useRef, useState } from 'react';
import { useCorrectShopOrder } from '../../api/tracking.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';

interface CorrectOrderProps {
  companyId: string;
  orderId: string;
  /** The amount to count from now on; null removes the order. */
  amount: string | null;
  /** What the button says. */
  label: string;
  /** What will happen, and whether it can be undone. */
  warning: string;
  /** What a toast says afterwards. */
  done: string;
}

/** A button that explains itself and asks once more before it changes the figures. */
export function CorrectOrder({ companyId, orderId, amount, label, warning, done }: CorrectOrderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const correct = useCorrectShopOrder(companyId);
  const question = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  const warningId = useId();

  // The control with the focus is replaced in both directions, which would send the keyboard to the top of the page.
  useEffect(() => {
    if (isAsking) question.current?.focus({ preventScroll: true });
    else if (wasAsking.current) opener.current?.focus({ preventScroll: true });
    wasAsking.current = isAsking;
  }, [isAsking]);

  async function confirm() {
    try {
      await correct.mutateAsync({ orderId, amount });
      toast.success(done);
    } catch (error) {
      showError(error);
    }
    setIsAsking(false);
  }

  if (!isAsking) {
    return (
      <Button ref={opener} shape="secondary" size="small" onClick={() => setIsAsking(true)}>
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
        <Button shape="quiet" size="small" busy={correct.isPending} onClick={() => setIsAsking(false)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
