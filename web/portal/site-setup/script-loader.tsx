import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TrackingScript } from '../../../contract/company/companies.ts';
import { hasFailed, PageLoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { trackingScriptQuery } from '../api/tracking.ts';
import { loadFailure } from './setup-frame.tsx';

interface ScriptLoaderProps {
  companyId: string;
  children: (script: TrackingScript) => ReactNode;
}

/** Loads the tracking code of a company and draws a page with it. */
export function ScriptLoader({ companyId, children }: ScriptLoaderProps) {
  const query = useQuery(trackingScriptQuery(companyId));
  if (query.data) return children(query.data);
  if (!hasFailed(query)) return <Spinner />;
  return (
    <PageLoadFailed title="The tracking code could not be loaded" toastText={loadFailure} query={query} />
  );
}
