import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { confirmEmail, sendConfirmation } from '../../api/confirm-email.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PanelIntro } from './auth-frame.tsx';
import { LinkRefused } from './link-refused.tsx';
import { cutLink, findLinkTrouble, type LinkTrouble } from './link-trouble.ts';
import { MailForm } from './mail-form.tsx';
import { tellError } from './tell-error.ts';

type State =
  | { is: 'asking' }
  | { is: 'confirming' }
  | { is: 'confirmed' }
  | { is: 'refused'; trouble: LinkTrouble };

/** Confirms on a click, never on opening: mail scanners open every link. */
export function ConfirmPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [state, setState] = useState<State>({ is: 'asking' });

  async function confirm() {
    setState({ is: 'confirming' });
    try {
      await confirmEmail(token);
      setState({ is: 'confirmed' });
    } catch (error) {
      const trouble = findLinkTrouble(error);
      if (trouble) return setState({ is: 'refused', trouble });
      tellError(error);
      setState({ is: 'asking' });
    }
  }

  if (state.is === 'confirmed')
    return (
      <>
        <PanelIntro title="Your email is confirmed" isNews>
          <p>You can sign in now.</p>
        </PanelIntro>
        <div className="mt-8">
          <LinkButton to="/auth">Go to sign-in</LinkButton>
        </div>
      </>
    );
  const trouble = state.is === 'refused' ? state.trouble : token === '' ? cutLink : undefined;
  if (trouble)
    return (
      <LinkRefused trouble={trouble} isNews={state.is === 'refused'}>
        {trouble.isUsed ? (
          <LinkButton to="/auth">Go to sign-in</LinkButton>
        ) : (
          <MailForm
            label="Send a new link"
            send={sendConfirmation}
            done="If this address waits to be confirmed, a new link is on its way."
          />
        )}
      </LinkRefused>
    );
  const isBusy = state.is === 'confirming';
  return (
    <>
      <PanelIntro title="Confirm your email">
        <p>One click, so that we know it is you who opened the link and not a program that reads mail.</p>
      </PanelIntro>
      <div className="mt-8">
        <Button busy={isBusy} onClick={confirm}>
          {isBusy ? 'Confirming...' : 'Confirm my email'}
        </Button>
      </div>
    </>
  );
}
