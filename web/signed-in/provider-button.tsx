import { useEffect, useState } from 'react';
import { startProviderSignIn } from '../api/session/provider-sign-in.ts';
import { Button } from '../ui/button.tsx';
import { showError } from '../ui/feedback/show-error.ts';

interface ProviderButtonProps {
  /** The name of the identity provider. */
  name: string;
  /** The path of our page that follows the sign-in. */
  returnTo?: string;
  /** Replaced in tests: a page of tests cannot leave. */
  leave?: (url: string) => void;
}

/** Goes to the identity provider, which leads back after the sign-in. */
export function ProviderButton({ name, returnTo, leave = goTo }: ProviderButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // The Back button shows this page as it was left.
    const show = () => setLeaving(false);
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, []);

  async function start() {
    setLeaving(true);
    try {
      leave(await startProviderSignIn(returnTo));
    } catch (error) {
      setLeaving(false);
      showError(error);
    }
  }

  return (
    <Button shape="secondary" busy={isLeaving} onClick={start} className="w-full">
      {isLeaving ? `Opening ${name}...` : `Continue with ${name}`}
    </Button>
  );
}

const goTo = (url: string) => window.location.assign(url);
