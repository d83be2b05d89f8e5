import { type FormEvent, useState } from 'react';
import { brand } from '../../../contract/brand.ts';
import { fieldMax } from '../../../contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { showFailure } from '../../ui/form/field-errors.ts';
import { TrapField } from '../../ui/form/honeypot-field.tsx';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { emailRule, type Rule, useFields } from '../../ui/form/use-fields.ts';
import { Panel } from '../../ui/panel.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../../api/forms.ts');

/** Shows the busy state for at least this long, so that it is noticed. */
const sendMinMs = 1000;

const needed =
  (words: string): Rule =>
  (value) =>
    value === '' ? words : undefined;

const rules = {
  name: needed('Please enter your name'),
  email: emailRule,
  subject: needed('Please enter a subject'),
  message: needed('Please enter a message'),
};

export function ContactForm() {
  const { form, field, check, refuse, clear } = useFields(
    ['name', 'email', 'subject', 'message', 'website'],
    rules,
  );
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const message = isSending ? undefined : check();
    if (!message) return;
    setSending(true);
    try {
      await Promise.all([
        loadApi().then((api) => api.submitContactMessage(message)),
        new Promise((resolve) => setTimeout(resolve, sendMinMs)),
      ]);
      toast.success('Message sent successfully!', "We'll get back to you within 24 hours.");
      clear();
      // The emptied message field shrinks, which could leave the footer on the screen.
      requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }));
    } catch (error) {
      console.error('the message was not sent', error);
      if (!refuse(error)) showFailure('Failed to send message. Please try again.', error);
    } finally {
      setSending(false);
    }
  }

  return (
    <Panel labelledBy="letter" className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-6 py-4 sm:px-9">
        <h2 id="letter" className="text-title">
          Write to us
        </h2>
        <p className="font-mono text-note text-soft">to {brand.email}</p>
      </div>
      <form
        ref={form}
        method="dialog"
        noValidate
        onSubmit={submit}
        onFocus={() => void loadApi().catch(() => undefined)}
        className="grid gap-6 p-6 sm:p-9"
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
        <TextField {...field('subject')} label="Subject" required maxLength={fieldMax.subject} />
        <TextArea
          {...field('message')}
          label="Message"
          required
          maxLength={fieldMax.message}
          className="min-h-52"
        />
        <TrapField {...field('website')} />
        <NeedsScript what="This form" />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-note text-soft">All four fields are needed.</p>
          <Button type="submit" busy={isSending} className="min-w-44 max-sm:w-full">
            {isSending ? 'Sending...' : 'Send Message'}
          </Button>
        </div>
        <PrivacyNote />
      </form>
    </Panel>
  );
}
