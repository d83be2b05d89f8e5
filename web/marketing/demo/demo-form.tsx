import { type FormEvent, useState } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import type { DemoRequest } from '../../../contract/contact.ts';
import { products } from '../../../contract/products.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { showFailure } from '../../ui/form/field-errors.ts';
import { TrapField } from '../../ui/form/honeypot-field.tsx';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { emailRule, useFields } from '../../ui/form/use-fields.ts';
import { Panel } from '../../ui/panel.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../../api/forms.ts');

const interests = [...products.map((product) => product.title), 'Several of these', 'Something else'];

const rules = {
  name: (value: string) => (value === '' ? 'Please enter your full name' : undefined),
  email: emailRule,
  company: (value: string) => (value === '' ? 'Please enter your company' : undefined),
};

export function DemoForm({ onSent }: { onSent: (request: DemoRequest) => void }) {
  const { form, field, check, refuse } = useFields(
    ['name', 'email', 'company', 'phone', 'interest', 'website'],
    rules,
  );
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const request = isSending ? undefined : check();
    if (!request) return;
    setSending(true);
    try {
      const { submitDemoRequest } = await loadApi();
      await submitDemoRequest(request);
      toast.success('Demo request submitted successfully!');
      onSent(request);
    } catch (error) {
      console.error('the demo request was not sent', error);
      setSending(false);
      if (!refuse(error)) showFailure('Failed to submit your request. Please try again.', error);
    }
  }

  return (
    <Panel labelledBy="request" className="p-6 sm:p-9">
      <h2 id="request" className="text-title">
        Tell us who is coming
      </h2>
      <form
        ref={form}
        method="dialog"
        noValidate
        onSubmit={submit}
        onFocus={() => void loadApi().catch(() => undefined)}
        className="mt-6 grid gap-6"
      >
        <TextField
          {...field('name')}
          label="Full Name"
          required
          maxLength={fieldMax.name}
          autoComplete="name"
        />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          required
          maxLength={fieldMax.email}
          autoComplete="email"
          spellCheck={false}
        />
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
            options={interests}
            blank="Not sure yet"
          />
        </div>
        <TrapField {...field('website')} />
        <NeedsScript what="This form" />
        <Button type="submit" busy={isSending} className="min-h-12">
          {isSending ? 'Submitting...' : 'Request Demo'}
        </Button>
        <PrivacyNote />
      </form>
    </Panel>
  );
}
