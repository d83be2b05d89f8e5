import { useEffect } from 'react';
import { useRouting } from './routing.ts';

/** Replaces the address once it is shown. */
export function Navigate({ to }: { to: string }) {
  const { navigate } = useRouting();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}
