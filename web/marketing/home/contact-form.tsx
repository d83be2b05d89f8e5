import { type FormEvent, useState } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { showFailure } from '../../ui/form/field-errors.ts';
import { TrapField } from '../../ui/form/honeypot-field.tsx';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { emailRule, useFields } from '../../ui/form/use-fields.ts';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../../api/forms.ts');

const isBetween = (value: string, least: number, most: number) =>
  value.length >= least && value.length <= most;

const rules = {
  name: (value: string) =>
    isBetween(value, 1, fieldMax.name) ? undefined : 'Please enter a valid name (max 100 characters)',
  email: emailRule,
  message: (value: string) =>
    isBetween(value, 1, fieldMax.message) ? undefined : 'Please enter a message (max 2000 characters)',
};

export function ContactForm() {
  const { form, field, check, refuse, clear } = useFields(
    ['name', 'email', 'company', 'message', 'website'],
    rules,
  );
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const message = isSending ? undefined : check();
    if (!message) return;
    setSending(true);
    try {
      const { submitHomeMessage } = await loadApi();
      await submitHomeMessage(message);
      toast.success('Thank you! Your message has been sent successfully.');
      clear();
    } catch (error) {
      console.error('the message was not sent', error);
      if (!refuse(error)) showFailure('Failed to send message. Please try again.', error);
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      aria-labelledby="contact-title"
      onSubmit={submit}
      onFocus={() => void loadApi().catch(() => undefined)}
      className="grid gap-6 rounded-panel border border-line bg-raised p-6 sm:p-9"
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" required maxLength={fieldMax.name} autoComplete="name" />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          required
          maxLength={fieldMax.email}
          autoComplete="email"
          spellCheck={false}
        />
      </div>
      <TextField
        {...field('company')}
        label="Company (optional)"
        maxLength={fieldMax.company}
        autoComplete="organization"
      />
      <TextArea
        {...field('message')}
        label="Message"
        required
        maxLength={fieldMax.message}
        className="min-h-48"
      />
      <TrapField {...field('website')} />
      <NeedsScript what="This form" />
      <Button
        type="submit"
        busy={isSending}
        className="min-h-12 w-full sm:w-auto sm:justify-self-start sm:px-8"
      >
        {isSending ? 'Sending...' : 'Send Message'}
      </Button>
      <PrivacyNote />
    </form>
  );
}
