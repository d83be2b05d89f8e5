import { createContext, useContext } from 'react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';

export interface Portal {
  company: PortalCompany;
  view: PortalView;
  /** Changes the view and the address of the page; Back returns to the view before. */
  changeView: (change: Partial<PortalView>) => void;
  /** The metric that the second chart draws. */
  metric: StatsMetric;
  changeMetric: (metric: StatsMetric) => void;
  /** Whether it is a shared view: one that can only be read, and that leads nowhere else. */
  isShared?: boolean;
}

export const PortalContext = createContext<Portal | null>(null);

/** Whether the component is part of a shared view. */
export const useIsShared = (): boolean => useContext(PortalContext)?.isShared === true;

/** The company and the view of the portal around the component. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal is used outside of a portal');
  return portal;
}
