import { LogOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MyPortal } from '../../../contract/company/access.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { countStoredPortals } from '../stored-portal-count.ts';

// Loaded after the page: it is static, and neither the API client nor zod is part of its first load.
const loadApi = () => import('../api/portal-access.ts');
const loadStoredNames = () => import('../stored-portal-names.ts');

type Portals = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; portals: MyPortal[] };

/** Lists the portals this browser can open without entering an access key again. Nothing without any. */
export function MyPortals() {
  const [list, setList] = useState<Portals>({ is: 'loading' });
  // Room for the list, so that the form below it does not move when it arrives. Not part of the prerendered page.
  const [expected, setExpected] = useState(0);
  useEffect(() => setExpected(Math.min(countStoredPortals(), 5)), []);
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt sends the request again.
  useEffect(() => {
    const aborter = new AbortController();
    loadApi()
      .then(({ listMyPortals }) => listMyPortals(aborter.signal))
      .then(
        (portals) => setList({ is: 'ready', portals }),
        () => aborter.signal.aborted || setList({ is: 'failed' }),
      );
    return () => aborter.abort();
  }, [attempt]);

  function remove(companyId: string) {
    if (list.is !== 'ready') return;
    const portals = list.portals.filter(({ id }) => id !== companyId);
    setList({ is: 'ready', portals });
    // The pressed button is removed, so the focus moves to the heading, or to the page.
    (portals.length > 0 ? heading.current : document.getElementById('main'))?.focus();
  }

  if (list.is === 'failed') return <ListFailed onRetry={() => setAttempt(attempt + 1)} />;
  if (list.is === 'loading') return expected > 0 ? <ListSkeleton rows={expected} /> : null;
  if (list.portals.length === 0) return null;
  return (
    <Panel labelledBy="my-portals" className="min-w-0 p-6 sm:p-9">
      <h2 id="my-portals" ref={heading} tabIndex={-1} className="text-title outline-none">
        Your portals in this browser
      </h2>
      <p className="mt-2 text-soft">
        You can open these without a key. On a shared computer, sign out when you are done.
      </p>
      <ul className="mt-6 border-b border-line">
        {list.portals.map((portal) => (
          <PortalRow key={portal.id} portal={portal} onSignedOut={() => remove(portal.id)} />
        ))}
      </ul>
    </Panel>
  );
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="rounded-panel border border-line bg-raised p-6 sm:p-9">
      <span className="sr-only">Loading your portals</span>
      <div aria-hidden="true">
        <div className="h-8 w-64 max-w-full rounded-control bg-sunken" />
        <div className="mt-2 h-12 rounded-control bg-sunken" />
        <div className="mt-6 border-b border-line">
          {Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal and never change.
            <div key={index} className="h-31 border-t border-line sm:h-18" />
          ))}
        </div>
      </div>
    </div>
  );
}

interface PortalRowProps {
  portal: MyPortal;
  onSignedOut: () => void;
}

function PortalRow({ portal: { id, name }, onSignedOut }: PortalRowProps) {
  const [isSigningOut, setSigningOut] = useState(false);

  async function signOut() {
    setSigningOut(true);
    try {
      const [{ signOutOfPortal }, { removePortalName }, { removeKeptAnswers }] = await Promise.all([
        loadApi(),
        loadStoredNames(),
        import('../../api/kept-answers.ts'),
      ]);
      await signOutOfPortal(id);
      removePortalName(id);
      removeKeptAnswers(id);
      toast.success(`Signed out of ${name}`, 'This browser needs the access key to open it again.');
      onSignedOut();
    } catch (error) {
      showError(error, `You are still signed in to ${name}.`);
      setSigningOut(false);
    }
  }

  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3.5 hover:bg-sunken">
      <span className="min-w-0 flex-1 basis-40 font-medium break-words">{name}</span>
      <span className="flex flex-wrap items-center gap-2">
        {/* The whole row opens the portal. */}
        <LinkButton
          to={`/company-portal/${id}`}
          shape="secondary"
          size="small"
          className="min-h-11 after:absolute after:inset-0"
        >
          Open portal<span className="sr-only"> of {name}</span>
        </LinkButton>
        <Button
          shape="quiet"
          size="small"
          className="relative z-10 min-h-11"
          busy={isSigningOut}
          onClick={signOut}
        >
          <LogOut className="size-4" strokeWidth={1.5} aria-hidden="true" />
          {isSigningOut ? 'Signing out...' : 'Sign out'}
          <span className="sr-only"> of {name}</span>
        </Button>
      </span>
    </li>
  );
}

function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-3 border-l-2 border-strong pl-5">
      <p className="text-soft">The portals you opened in this browser could not be listed.</p>
      <Button shape="secondary" size="small" className="min-h-11" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
