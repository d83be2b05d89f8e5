import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, hasCode } from '../../api/client.ts';
import { refreshMe, useMe } from '../../api/session/session.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { secretRule } from '../../signed-in/secret-rule.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { grantAdmin } from '../api/accounts.ts';
import { accountEmailRule } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';

export const grantTitle = 'Grant Admin Access';
export const grantLead = 'Enter your email and the admin access key to receive admin privileges';

const leaveAfterMs = 2000;
const rules = { email: accountEmailRule, accessKey: secretRule };

export function GrantForm() {
  const navigate = useNavigate();
  const ownEmail = useMe().data?.user?.email;
  const [offeredEmail, offerEmail] = useState(ownEmail ?? '');
  const [granted, setGranted] = useState<string>();
  const isSignedIn = ownEmail !== undefined;
  const { props, field, isBusy } = useForm({
    fields: { email: offeredEmail, accessKey: '' },
    rules,
    leaves: true,
    submit: async ({ email, accessKey }) => {
      const message = await grantAdmin(email, accessKey);
      toast.success(message);
      setGranted(message);
      // The next page must see the new role.
      void refreshMe();
    },
    onError: (error) => {
      if (error instanceof ApiError && !hasCode(error, 'unreadable')) showError(error);
      else toast.error('Failed to grant admin privileges');
    },
  });

  useEffect(() => {
    // The answer may arrive while an address is being typed: it would end up in the middle of it.
    if (ownEmail !== undefined && document.activeElement?.getAttribute('name') !== 'email')
      offerEmail(ownEmail);
  }, [ownEmail]);

  useEffect(() => {
    if (granted === undefined) return;
    const next = isSignedIn ? '/admin' : '/auth';
    const timer = setTimeout(() => void navigate(next), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [granted, isSignedIn, navigate]);

  return (
    <>
      <PanelIntro title={grantTitle}>
        <p>{grantLead}</p>
      </PanelIntro>
      <form {...browserChecked(props)} className="mt-8 grid gap-6">
        <EmailField {...field('email')} onBlur={() => ownEmail !== undefined && offerEmail(ownEmail)} />
        <PasswordField
          {...field('accessKey')}
          label="Admin Access Key"
          what="admin access key"
          name="admin-access-key"
          hint="It was printed when this server first started. Ask the person who runs this server."
          required
          maxLength={200}
          // The key belongs to the server: password managers should not offer to save it as this person's password.
          autoComplete="off"
        />
        {granted !== undefined && (
          <p className="rounded-control bg-live-wash px-4 py-3 text-live">
            {granted} Taking you to the {isSignedIn ? 'admin area' : 'sign-in'}...
          </p>
        )}
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Processing...' : 'Grant Admin Privileges'}
        </Button>
        <LinkButton to="/auth" shape="quiet">
          Back to Login
        </LinkButton>
      </form>
    </>
  );
}
