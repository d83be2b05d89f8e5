import { CheckSetting } from '../fields/check-setting.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';

/** Choices about the checkout of the payment provider. Its keys are settings of the server, never of this screen. */
export function PaymentsSection() {
  return (
    <SettingsGroup
      title="Payments"
      hint="For purchases of your products through Stripe. Keys are entered on the server, not here."
    >
      <CheckSetting
        path="payments.createsInvoices"
        label="Create an invoice for every purchase"
        hint="Customers find it in the receipt of Stripe."
      />
      <CheckSetting
        path="payments.addsTax"
        label="Add sales tax or VAT"
        hint="Stripe Tax computes it at checkout from the customer's address and adds it to the price. It must be activated in your Stripe account first."
      />
      <CheckSetting
        path="payments.asksTaxIds"
        label="Ask companies for their tax number"
        hint="Such as a VAT number. It is printed on the invoice."
      />
    </SettingsGroup>
  );
}
