import type { Purchase } from '../../../contract/public/purchases.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Modal } from '../../signed-in/modal.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useCreatePurchasePortal } from '../api/orders.ts';
import { CompanyFields } from '../companies/form/company-fields.tsx';
import { CreateButtons } from '../companies/form/create-buttons.tsx';
import { currencyOptions } from '../companies/form/currencies.ts';
import { DuplicateNotice } from '../companies/form/duplicate-notice.tsx';
import { MoreSettings } from '../companies/form/statistics-fields.tsx';
import { useNewCompanyForm } from '../companies/form/use-company-form.ts';
import { toPortalDraft } from './portal-draft.ts';

interface CreateOrderPortalProps {
  order: Purchase;
  onClose: () => void;
}

export function CreateOrderPortal({ order, onClose }: CreateOrderPortalProps) {
  const create = useCreatePurchasePortal(order.id);
  const { props, field, isBusy, duplicate, saveAnyway } = useNewCompanyForm({
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
      <form {...props} className="mt-6 grid gap-5">
        <CompanyFields field={field} />
        <SelectField
          {...field('currency')}
          label="Currency of its orders"
          hint="The currency of the customer's own shop. Can be changed until its first order."
          options={currencyOptions}
        />
        <MoreSettings field={field} />
        <DuplicateNotice duplicate={duplicate} confirm="Create anyway" onConfirm={saveAnyway} />
        <CreateButtons label="Create portal and send the key" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
