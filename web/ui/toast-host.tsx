import { lazy, Suspense, useEffect, useState } from 'react';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Brings the toaster in once the page stands; nothing of it is in the first load. */
export function ToastHost() {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && <Suspense>{<Toaster />}</Suspense>;
}
