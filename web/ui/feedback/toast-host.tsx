import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

// Where it cannot be loaded, `toast` shows its text by other means.
const Toaster = lazy<ComponentType>(() =>
  import('./toaster.tsx').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: () => null }),
  ),
);

/** Only what somebody does can lead to a toast, so the toaster is loaded while they begin to do it. */
const beginnings = ['pointerdown', 'keydown', 'focusin'] as const;

/** Mounts the toaster at the first toast at the latest: before that its script would only delay the page. */
export function ToastHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    for (const name of beginnings) addEventListener(name, want, { once: true, passive: true });
    const forget = onFirstToast(want);
    return () => {
      forget();
      for (const name of beginnings) removeEventListener(name, want);
    };
  }, []);
  return (
    isWanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
