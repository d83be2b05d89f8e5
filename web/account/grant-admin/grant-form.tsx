import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { grantAdmin } from '../../api/accounts.ts';
import { ApiError } from '../../api/client.ts';
import { refreshMe, useMe } from '../../api/session/session.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { useEmailField } from '../components/use-email-field.ts';

export const grantTitle = 'Grant Admin Access';
export const grantLead = 'Enter your email and the admin access key to receive admin privileges';

const leaveAfterMs = 2000;

export function GrantForm() {
  const navigate = useNavigate();
  const ownEmail = useMe().data?.user?.email;
  const [typed, setTyped] = useState<string>();
  const emailField = useEmailField(typed ?? ownEmail ?? '', setTyped);
  const [accessKey, setAccessKey] = useState('');
  const [isProcessing, setProcessing] = useState(false);
  const [granted, setGranted] = useState<string>();
  const isSignedIn = ownEmail !== undefined;

  useEffect(() => {
    if (granted === undefined) return;
    const next = isSignedIn ? '/admin' : '/auth';
    const timer = setTimeout(() => void navigate(next), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [granted, isSignedIn, navigate]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const email = isProcessing ? undefined : emailField.check();
    if (!email) return;
    setProcessing(true);
    try {
      const message = await grantAdmin(email, accessKey);
      toast.success(message);
      setGranted(message);
      // The next page must not go by the role of before.
      void refreshMe();
    } catch (error) {
      setProcessing(false);
      if (emailField.refuse(error)) return;
      const isExplained = error instanceof ApiError && error.code !== 'unreadable' && error.message !== '';
      toast.error(isExplained ? error.message : 'Failed to grant admin privileges');
    }
  }

  return (
    <>
      <PanelIntro title={grantTitle}>
        <p>{grantLead}</p>
      </PanelIntro>
      <form noValidate onSubmit={submit} className="mt-8 grid gap-6">
        <TextField {...emailField.props} autoComplete="email" />
        <PasswordField
          label="Admin Access Key"
          what="admin access key"
          name="admin-access-key"
          hint="It was printed when Northlight first started. Ask the person who runs this server."
          value={accessKey}
          onChange={(event) => setAccessKey(event.currentTarget.value)}
          required
          maxLength={200}
          // It belongs to the server, not to this person: no manager should offer to keep it as their password.
          autoComplete="off"
        />
        {granted !== undefined && (
          <p className="rounded-control bg-live-wash px-4 py-3 text-live">
            {granted} Taking you to the {isSignedIn ? 'admin area' : 'sign-in'}...
          </p>
        )}
        <Button type="submit" busy={isProcessing}>
          {isProcessing ? 'Processing...' : 'Grant Admin Privileges'}
        </Button>
        <LinkButton to="/auth" shape="quiet">
          Back to Login
        </LinkButton>
      </form>
    </>
  );
}
