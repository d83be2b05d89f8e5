import { type ComponentType, useEffect, useState } from 'react';
import { showLoadFailure } from '../../../loading/head-script.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { SettingsPreviewProps } from './settings-preview.tsx';

/** Loaded when it is shown: it computes colours, to leave out those that cannot be read. */
export function LazyPreview(props: SettingsPreviewProps) {
  const [loaded, setLoaded] = useState<{ Preview: ComponentType<SettingsPreviewProps> }>();
  useEffect(() => {
    import('./settings-preview.tsx').then(
      ({ SettingsPreview: Preview }) => setLoaded({ Preview }),
      () => showLoadFailure(),
    );
  }, []);
  return loaded ? <loaded.Preview {...props} /> : <Spinner />;
}
