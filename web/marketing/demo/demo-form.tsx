import { fieldMax } from '../../../contract/constants.ts';
import type { DemoRequest } from '../../../contract/public/contact.ts';
import { products } from '../../site/products.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { HoneypotField } from '../../ui/form/honeypot-field.tsx';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { emailRule, required } from '../../ui/form/rules.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/panel.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../api/forms.ts');

const listInterests = () => [
  ...products().map((product) => product.title),
  'Several of these',
  'Something else',
];

const rules = {
  name: required('Please enter your full name'),
  email: emailRule,
  company: required('Please enter your company'),
};

export function DemoForm({ onSent }: { onSent: (request: DemoRequest) => void }) {
  const { props, field, isBusy } = useForm({
    fields: { name: '', email: '', company: '', phone: '', interest: '', website: '' },
    rules,
    leaves: true,
    submit: async (request) => {
      const { submitDemoRequest } = await loadApi();
      await submitDemoRequest(request);
      toast.success('Demo request submitted successfully!');
      onSent(request);
    },
    failure: 'Failed to submit your request. Please try again.',
  });

  return (
    <Panel labelledBy="request" className="p-6 sm:p-9">
      <h2 id="request" className="text-title">
        Tell us who is coming
      </h2>
      <form {...props} onFocus={() => void loadApi().catch(() => undefined)} className="mt-6 grid gap-6">
        <TextField
          {...field('name')}
          label="Full Name"
          required
          maxLength={fieldMax.name}
          autoComplete="name"
        />
        <EmailField {...field('email')} />
        <TextField
          {...field('company')}
          label="Company"
          required
          maxLength={fieldMax.company}
          autoComplete="organization"
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            {...field('phone')}
            label="Phone (optional)"
            type="tel"
            maxLength={fieldMax.phone}
            autoComplete="tel"
          />
          <SelectField
            {...field('interest')}
            label="Interest (optional)"
            options={listInterests()}
            blank="Not sure yet"
          />
        </div>
        <HoneypotField {...field('website')} />
        <NeedsScript what="This form" />
        <Button type="submit" busy={isBusy} className="min-h-12">
          {isBusy ? 'Submitting...' : 'Request Demo'}
        </Button>
        <PrivacyNote />
      </form>
    </Panel>
  );
}
