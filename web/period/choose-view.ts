import type { PortalView } from '../../contract/stats/view.ts';

/** The part of a view that these controls show, and a function that changes it. */
export interface ChooseView {
  view: Pick<PortalView, 'period' | 'compare' | 'match'>;
  changeView: (change: Partial<Pick<PortalView, 'period' | 'compare' | 'match'>>) => void;
}
