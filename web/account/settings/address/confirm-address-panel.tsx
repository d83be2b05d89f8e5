import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasCode } from '../../../api/client.ts';
import { useMe } from '../../../api/session/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { PageLoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { confirmAddress } from '../../api/self-service.ts';
import { PanelIntro } from '../../components/auth-layout.tsx';
import { findLinkProblem, type LinkProblem, missingToken } from '../../components/find-link-problem.ts';
import { LinkProblemPanel } from '../../components/link-problem-panel.tsx';

type State =
  | { is: 'open' | 'busy' }
  | { is: 'confirmed'; email: string }
  | { is: 'failed'; problem: LinkProblem };

/** Mail scanners open links, so the link alone changes nothing: it needs a click, and the session of its account. */
export function ConfirmAddressPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const me = useMe();
  const [state, setState] = useState<State>({ is: 'open' });

  async function confirm() {
    setState({ is: 'busy' });
    try {
      setState({ is: 'confirmed', email: await confirmAddress(token) });
    } catch (error) {
      const problem = findProblem(error);
      setState(problem ? { is: 'failed', problem } : { is: 'open' });
      if (!problem) showError(error);
    }
  }

  if (state.is === 'confirmed') {
    return (
      <>
        <PanelIntro title="Your address is changed" takesFocus>
          <p>
            You sign in with <strong className="font-medium break-words text-ink">{state.email}</strong> from
            now on.
          </p>
        </PanelIntro>
        <ToAccount />
      </>
    );
  }
  const problem = state.is === 'failed' ? state.problem : token === '' ? missingToken : undefined;
  if (problem) {
    return (
      <LinkProblemPanel problem={problem} takesFocus={state.is === 'failed'}>
        <p className="mb-6">Nothing was changed. You can ask for another link on your account page.</p>
        <LinkButton to="/admin/account">Go to your account</LinkButton>
      </LinkProblemPanel>
    );
  }
  if (!me.data) return me.error ? <PageLoadFailed query={{ ...me, error: me.error }} /> : <Spinner />;
  if (!me.data.user) {
    return (
      <>
        <PanelIntro title="Sign in first">
          <p>
            Sign in to the account whose address you want to change, with its present address. Then open the
            link in the message again.
          </p>
        </PanelIntro>
        <div className="mt-8">
          <LinkButton to="/auth">Go to sign-in</LinkButton>
        </div>
      </>
    );
  }
  return (
    <>
      <PanelIntro title="Confirm your new address">
        <p>
          It replaces <strong className="font-medium break-words text-ink">{me.data.user.email}</strong>. You
          sign in with it, and messages about your account go there.
        </p>
      </PanelIntro>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busy={state.is === 'busy'} onClick={confirm}>
          {state.is === 'busy' ? 'Confirming...' : 'Confirm the new address'}
        </Button>
      </div>
    </>
  );
}

function ToAccount() {
  return (
    <div className="mt-8">
      <LinkButton to="/admin/account">Go to your account</LinkButton>
    </div>
  );
}

function findProblem(error: unknown): LinkProblem | undefined {
  // The address got an account while the link waited.
  if (hasCode(error, 'conflict')) {
    return { title: 'This address has an account', reason: errorMessage(error), code: 'link-used' };
  }
  return findLinkProblem(error);
}
