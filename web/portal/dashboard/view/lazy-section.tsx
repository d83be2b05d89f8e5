import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { PortalSection } from '../../../../contract/company/portal-sections.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toFailedQuery, useLoaded } from './use-loaded.ts';

interface LazySectionProps {
  section: PortalSection;
  /** Names the section when its code cannot be loaded. */
  title: string;
  load: () => Promise<ComponentType<{ section: PortalSection }>>;
  /** A placeholder of the same height, so that nothing jumps. */
  skeleton: ReactNode;
}

/** A section whose code is loaded after the first numbers. If that fails, the rest of the page stays. */
export function LazySection({ section, title, load, skeleton }: LazySectionProps) {
  const { loaded, retry } = useLoaded(load);
  if (loaded === 'loading') return skeleton;
  if (loaded === 'failed')
    return <LoadFailed title={`${title} could not be loaded`} query={toFailedQuery(retry)} />;
  return (
    <Suspense fallback={skeleton}>
      <loaded.Component section={section} />
    </Suspense>
  );
}
