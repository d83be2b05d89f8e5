import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import { carryToast } from '../../ui/feedback/carried-toast.ts';
import { NeedsScript } from '../../ui/form/needs-script.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { useLinkToken } from './use-link-token.ts';

// Loaded after the page, which is static. Nothing is sent before the click: programs that check the links of mails open
// the page as well, and must not use the link up.
const loadApi = () => import('../api/portal-access.ts');

/** A link that opens nothing, and why. */
interface LinkProblem {
  title: string;
  reason: string;
}

const missing: LinkProblem = {
  title: 'This link is not complete',
  reason: 'A part of it is missing. Open it from the mail again, or copy all of it.',
};

const problems: Record<string, LinkProblem> = {
  'link-invalid': missing,
  'invalid-request': missing,
  'link-used': {
    title: 'This link was already used',
    reason:
      'It worked once and opened the portal in another browser, or its access has ended. If you opened it earlier in this browser, the portal is still open here.',
  },
  'link-expired': {
    title: 'This link has expired',
    reason: 'It was not used within 7 days.',
  },
};

type Attempt =
  | { is: 'waiting' | 'opening' }
  | { is: 'failed'; why: string }
  | ({ is: 'refused' } & LinkProblem);

const toAttempt = (error: unknown): Attempt => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = problems[code];
  if (problem) return { is: 'refused', ...problem };
  return {
    is: 'failed',
    why: code !== '' && error instanceof Error ? error.message : 'The page could not be loaded completely.',
  };
};

/** Opens a portal with a mailed link, after one click. */
export function OpenLinkPanel() {
  const { link, token: current } = useLinkToken();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt>({ is: 'waiting' });
  const token = link.is === 'read' ? link.token : undefined;

  const before = useRef(token);
  useEffect(() => {
    // Another link starts again. The first one may be opening already.
    if (before.current !== undefined && before.current !== token) setAttempt({ is: 'waiting' });
    before.current = token;
  }, [token]);
  useEffect(() => void loadApi().catch(() => undefined), []);

  async function open() {
    const given = current.current;
    if (!given) return;
    setAttempt({ is: 'opening' });
    try {
      const { openPortalLink } = await loadApi();
      const company = await openPortalLink(given);
      carryToast(`Access granted to ${company.name}!`);
      await navigate(`/company-portal/${company.id}`);
    } catch (error) {
      setAttempt(toAttempt(error));
    }
  }

  if (token === null) return <RefusedLink {...missing} takesFocus={false} />;
  if (attempt.is === 'refused') return <RefusedLink {...attempt} takesFocus />;
  return (
    <Panel labelledBy="open-link" className="p-6 sm:p-9">
      <h1 id="open-link" className="text-heading">
        Your portal is ready
      </h1>
      <p className="mt-3 text-lead text-soft">
        This link works once. Open it on the phone or computer that you want to use.
      </p>
      <div className="mt-6 grid gap-4">
        <Button className="min-h-12" busy={attempt.is === 'opening'} onClick={open}>
          {attempt.is === 'opening' ? 'Opening...' : 'Open the portal'}
        </Button>
        {attempt.is === 'failed' && (
          <p role="alert" className="rounded-control bg-warn-wash px-4 py-3 text-warn">
            {attempt.why}
          </p>
        )}
        <NeedsScript what="Opening a portal" />
      </div>
    </Panel>
  );
}

function RefusedLink({ title, reason, takesFocus }: LinkProblem & { takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Panel labelledBy="open-link" className="p-6 sm:p-9">
      <h1 id="open-link" ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h1>
      <p className="mt-3 mb-7 text-lead text-soft">{reason}</p>
      <NewLinkForm />
      <div className="mt-6 border-t border-line pt-4">
        <LinkButton to="/company-access" shape="quiet" className="-ml-5">
          Enter an access key
        </LinkButton>
      </div>
    </Panel>
  );
}
