import type { ComponentType } from 'react';
import { RetryButton } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toFailedQuery, useLoaded } from '../view/use-loaded.ts';

interface PanelContentProps {
  onChosen: () => void;
}

interface LazyPanelProps extends PanelContentProps {
  load: () => Promise<ComponentType<PanelContentProps>>;
}

/** The content of a menu, whose code is loaded when the menu is opened. */
export function LazyPanel({ load, onChosen }: LazyPanelProps) {
  const { loaded, retry } = useLoaded(load);
  if (loaded === 'loading') return <Spinner />;
  if (loaded === 'failed') {
    const query = toFailedQuery(retry);
    return (
      <div role="alert" className="grid justify-items-start gap-3 p-3">
        <p className="max-w-72">{query.error.message}</p>
        <RetryButton query={query} shape="secondary" />
      </div>
    );
  }
  return <loaded.Component onChosen={onChosen} />;
}
