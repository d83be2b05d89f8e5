import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

// If it cannot be loaded, `toast` shows its text in the notice of web/loading/head-script.ts.
const Toaster = lazy<ComponentType>(() =>
  import('./toaster.tsx').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: () => null }),
  ),
);

/** Toasts follow an action of the user, so the toaster is loaded at the first event of one. */
const firstActions = ['pointerdown', 'keydown', 'focusin'] as const;

/** Loads the toaster at the first user action or toast, so that its script does not delay the page. */
export function ToastHost() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const load = () => setNeeded(true);
    for (const name of firstActions) addEventListener(name, load, { once: true, passive: true });
    const removeListener = onFirstToast(load);
    return () => {
      removeListener();
      for (const name of firstActions) removeEventListener(name, load);
    };
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
