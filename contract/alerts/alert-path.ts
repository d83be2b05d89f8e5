import type { AlertKind } from './alert-kinds.ts';

/** The path of the page that helps most with an alert. */
export function toAlertPath(companyId: string | null, kind: AlertKind): string {
  if (companyId === null) return kind === 'job' ? '/admin/jobs' : '/admin/health';
  switch (kind) {
    case 'silence':
      return `/tracking-script/${companyId}`;
    case 'rejected-events':
      return `/tracking-script/${companyId}/received`;
    case 'no-orders':
    case 'refunds':
      return `/company-portal/${companyId}/orders`;
    default:
      return `/company-portal/${companyId}`;
  }
}
