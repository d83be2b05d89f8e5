import { useRef } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { brand } from '../../site/brand.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { emailRule, required } from '../../ui/form/rules.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/panel.tsx';
import { MessageFields } from './message-fields.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../api/forms.ts');

/** Shows the busy state for at least this long, so that it is noticed. */
const sendMinMs = 1000;

const rules = {
  name: required('Please enter your name'),
  email: emailRule,
  subject: required('Please enter a subject'),
  message: required('Please enter a message'),
};

export function ContactForm() {
  const element = useRef<HTMLFormElement>(null);
  const { props, field, isBusy } = useForm({
    fields: { name: '', email: '', subject: '', message: '', website: '' },
    rules,
    submit: async (message, form) => {
      await Promise.all([
        loadApi().then((api) => api.submitContactMessage(message)),
        new Promise((resolve) => setTimeout(resolve, sendMinMs)),
      ]);
      toast.success('Message sent successfully!', "We'll get back to you within 24 hours.");
      form.reset();
      // The emptied message field shrinks, which could leave the footer on the screen.
      requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest' }));
    },
    failure: 'Failed to send message. Please try again.',
  });

  return (
    <Panel labelledBy="write-to-us" className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-6 py-4 sm:px-9">
        <h2 id="write-to-us" className="text-title">
          Write to us
        </h2>
        <p className="font-mono text-note text-soft">to {brand().email}</p>
      </div>
      <form
        {...props}
        ref={element}
        onFocus={() => void loadApi().catch(() => undefined)}
        className="grid gap-6 p-6 sm:p-9"
      >
        <MessageFields field={field} messageClassName="min-h-52">
          <TextField {...field('subject')} label="Subject" required maxLength={fieldMax.subject} />
        </MessageFields>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-note text-soft">All four fields are needed.</p>
          <Button type="submit" busy={isBusy} className="min-w-44 max-sm:w-full">
            {isBusy ? 'Sending...' : 'Send Message'}
          </Button>
        </div>
        <PrivacyNote />
      </form>
    </Panel>
  );
}
