import { hasPermission, type PermissionName, type Role } from '../../contract/account/roles.ts';

interface AdminPageLink {
  path: string;
  label: string;
  permission: PermissionName;
}

/** The pages of the admin area, in the order of its navigation. */
const adminPages: readonly AdminPageLink[] = [
  { path: '/admin', label: 'Companies', permission: 'companies' },
  { path: '/admin/inbox', label: 'Inbox', permission: 'inbox' },
  { path: '/admin/orders', label: 'Orders', permission: 'purchases' },
  { path: '/admin/reports', label: 'Reports', permission: 'reports' },
  { path: '/admin/alerts', label: 'Alerts', permission: 'alerts' },
  { path: '/admin/openings', label: 'Openings', permission: 'openings' },
  { path: '/admin/activity', label: 'Activity', permission: 'audit-log' },
  { path: '/admin/team', label: 'Team', permission: 'team' },
  { path: '/admin/health', label: 'Health', permission: 'operation' },
  { path: '/admin/settings', label: 'Settings', permission: 'agency-settings' },
];

export const listAdminPages = (role: Role | null): AdminPageLink[] =>
  adminPages.filter(({ permission }) => hasPermission(role, permission));

/** Where a member begins to work. */
export const toFirstPage = (role: Role | null): string => listAdminPages(role)[0]?.path ?? '/admin/account';
