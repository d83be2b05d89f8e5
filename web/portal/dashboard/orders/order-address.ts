import { type PortalView, writePortalView } from '../../../../contract/stats/view.ts';

/** The address of the page of orders of a view, or of one of them. */
export function toOrdersAddress(companyId: string, view: PortalView, orderId?: string): string {
  const search = writePortalView(view, new URLSearchParams());
  if (orderId !== undefined) search.set('id', orderId);
  const text = search.toString();
  return `/company-portal/${companyId}/orders${text === '' ? '' : `?${text}`}`;
}

/** The address of the portal with a view. */
export function toPortalAddress(companyId: string, view: PortalView): string {
  const text = writePortalView(view, new URLSearchParams()).toString();
  return `/company-portal/${companyId}${text === '' ? '' : `?${text}`}`;
}
