import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { type PortalView, writePortalView } from '../../../../contract/stats/view.ts';

type AddressedCompany = Pick<PortalCompany, 'id' | 'display'>;

/** The address of the page of orders of a view, or of one of them. */
export function toOrdersAddress(company: AddressedCompany, view: PortalView, orderId?: string): string {
  const search = toSearch(company, view);
  if (orderId !== undefined) search.set('id', orderId);
  return `/company-portal/${company.id}/orders${toText(search)}`;
}

/** The address of the portal with a view. */
export const toPortalAddress = (company: AddressedCompany, view: PortalView): string =>
  `/company-portal/${company.id}${toText(toSearch(company, view))}`;

const toSearch = ({ display }: AddressedCompany, view: PortalView) =>
  writePortalView(view, new URLSearchParams(), display.period);

const toText = (search: URLSearchParams) => (search.size === 0 ? '' : `?${search}`);
