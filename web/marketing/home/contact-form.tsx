import { fieldMax } from '../../../contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { PrivacyNote } from '../../ui/form/legal-note.tsx';
import { emailRule } from '../../ui/form/rules.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { MessageFields } from '../contact/message-fields.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../api/forms.ts');

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
  const { props, field, isBusy } = useForm({
    fields: { name: '', email: '', company: '', message: '', website: '' },
    rules,
    submit: async (message, form) => {
      const { submitHomeMessage } = await loadApi();
      await submitHomeMessage(message);
      toast.success('Thank you! Your message has been sent successfully.');
      form.reset();
    },
    failure: 'Failed to send message. Please try again.',
  });

  return (
    <form
      {...props}
      aria-labelledby="contact-title"
      onFocus={() => void loadApi().catch(() => undefined)}
      className="grid gap-6 rounded-panel border border-line bg-raised p-6 sm:p-9"
    >
      <MessageFields field={field} messageClassName="min-h-48">
        <TextField
          {...field('company')}
          label="Company (optional)"
          maxLength={fieldMax.company}
          autoComplete="organization"
        />
      </MessageFields>
      <Button type="submit" busy={isBusy} className="min-h-12 w-full sm:w-auto sm:justify-self-start sm:px-8">
        {isBusy ? 'Sending...' : 'Send Message'}
      </Button>
      <PrivacyNote />
    </form>
  );
}
