import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';

interface LazySectionProps {
  /** Names the section when its code cannot be loaded. */
  title: string;
  load: () => Promise<ComponentType>;
  /** A placeholder of the same height, so that nothing jumps. */
  skeleton: ReactNode;
}

/** A section whose code is loaded after the first numbers. If that fails, the rest of the page stays. */
export function LazySection({ title, load, skeleton }: LazySectionProps) {
  const [section, setSection] = useState<{ Component: ComponentType } | 'loading' | 'failed'>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is constant for a section; a retry loads again.
  useEffect(() => {
    if (section !== 'loading') return;
    load().then(
      (Component) => setSection({ Component }),
      () => setSection('failed'),
    );
  }, [section]);

  if (section === 'loading') return skeleton;
  if (section === 'failed')
    return (
      <LoadFailed
        title={`${title} could not be loaded`}
        query={{
          error: { message: 'The server cannot be reached. Please check your connection.' },
          isFetching: false,
          refetch: () => setSection('loading'),
        }}
      />
    );
  return (
    <Suspense fallback={skeleton}>
      <section.Component />
    </Suspense>
  );
}
