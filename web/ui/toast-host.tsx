import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';
import { whenUsed } from './when-used.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Brings the toaster in with the visitor's first move or the first toast; nothing of it is in the first load. */
export function ToastHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    void whenUsed().then(() => setWanted(true));
    return onFirstToast(() => setWanted(true));
  }, []);
  return (
    isWanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
