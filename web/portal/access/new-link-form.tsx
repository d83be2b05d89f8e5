import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { emailRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/use-form.ts';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../api/portal-access.ts');

/** Asks for a mail with new links. Shows the same for every address, so that it does not reveal who has access. */
export function NewLinkForm() {
  const [sent, setSent] = useState<{ to: string; isMailStored: boolean }>();
  const { props, field, isBusy } = useForm({
    fields: { email: '' },
    rules: { email: emailRule },
    submit: async ({ email }) => {
      const { requestNewLinks } = await loadApi();
      setSent({ to: email, ...(await requestNewLinks(email)) });
    },
    onError: (error) => showError(error, 'The link could not be requested'),
  });
  return (
    <>
      <div role="status">{sent && <SentNote {...sent} />}</div>
      {sent ? (
        <Button shape="quiet" className="-ml-5 mt-3" onClick={() => setSent(undefined)}>
          Use another address
        </Button>
      ) : (
        <form {...props} onFocus={() => void loadApi().catch(() => undefined)} className="grid gap-4">
          <EmailField {...field('email')} hint="The address that your account administrator invited." />
          <Button type="submit" shape="secondary" busy={isBusy}>
            {isBusy ? 'Sending...' : 'Send me a new link'}
          </Button>
        </form>
      )}
    </>
  );
}

function SentNote({ to, isMailStored }: { to: string; isMailStored: boolean }) {
  return (
    <div className="arriving rounded-control bg-live-wash px-5 py-4">
      <p className="font-medium break-words">{to}</p>
      {isMailStored ? (
        <p className="mt-1 text-soft">
          This server has no mail server, so it sends no mail. If this address has access to a portal, a
          message with a new link is stored on the server. Ask your account administrator for it.
        </p>
      ) : (
        <p className="mt-1 text-soft">
          If this address has access to a portal, a new link is on its way. It works once, within 7 days.
        </p>
      )}
    </div>
  );
}
