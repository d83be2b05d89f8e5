import { type ComponentType, useEffect, useState } from 'react';
import { showLoadFailure } from '../../loading/head-script.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';

/** A screen whose code is loaded when its address is opened. */
export function LazyScreen({ load }: { load: () => Promise<ComponentType> }) {
  const [screen, setScreen] = useState<{ Component: ComponentType }>();
  useEffect(() => {
    load().then(
      (Component) => setScreen({ Component }),
      () => showLoadFailure(),
    );
  }, [load]);
  return screen ? <screen.Component /> : <Spinner />;
}
