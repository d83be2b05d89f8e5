import type { Purchase } from '../../../contract/public/purchases.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Modal } from '../../signed-in/modal.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useCreatePurchasePortal } from '../api/orders.ts';
import { NewCompanyFields } from '../companies/form/new-company-fields.tsx';
import { useNewCompanyForm } from '../companies/form/use-company-form.ts';
import { toPortalDraft } from './portal-draft.ts';

interface CreateOrderPortalProps {
  order: Purchase;
  onClose: () => void;
}

export function CreateOrderPortal({ order, onClose }: CreateOrderPortalProps) {
  const create = useCreatePurchasePortal(order.id);
  const form = useNewCompanyForm({
    fields: toPortalDraft(order),
    submit: async (entered) => {
      const { name } = await create.mutateAsync(entered);
      toast.success(
        `Portal of ${name} created`,
        `A mail with its address and key is being sent to ${order.customerEmail}.`,
      );
      onClose();
    },
  });

  return (
    <Modal title="Create portal for this customer" onClose={onClose} isSheet>
      <p className="mt-2 text-soft">
        {order.productTitle}, ordered by{' '}
        <span className="break-words text-ink">
          <EmailAddress>{order.customerEmail}</EmailAddress>
        </span>
        , who gets the portal's address and access key by mail.
      </p>
      <form {...form.props} className="mt-6 grid gap-5">
        <NewCompanyFields
          form={form}
          currencyHint="The currency of the customer's own shop. Can be changed until its first order."
          label="Create portal and send the key"
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
