/** The rights that a named access to a company's portal can have. Screens without zod use this file. */
export const accessRights = ['dashboard', 'money', 'orders', 'annotate', 'export', 'write-orders'] as const;
export type AccessRight = (typeof accessRights)[number];

/** The rights of people, in the order in which screens list them. `write-orders` is for programs alone. */
export const viewerRights = ['dashboard', 'money', 'orders', 'annotate', 'export'] as const;
export type ViewerRight = (typeof viewerRights)[number];

/** The rights of tokens, in the order in which screens list them. Programs write no notes. */
export const tokenRights = ['dashboard', 'money', 'orders', 'export', 'write-orders'] as const;
export type TokenRight = (typeof tokenRights)[number];

export const accessRightTexts: Record<AccessRight, { label: string; description: string }> = {
  dashboard: {
    label: 'See the dashboard',
    description: 'Figures, charts, lists, goals and funnels, and who is on the site now.',
  },
  money: {
    label: 'See money',
    description: 'Revenue and all other amounts. Without it, no answer contains an amount.',
  },
  orders: { label: 'See orders', description: 'Single shop orders and their refunds.' },
  annotate: { label: 'Annotate', description: 'Add notes to the charts.' },
  export: { label: 'Export', description: 'Download lists, charts and orders as files.' },
  'write-orders': { label: 'Write orders', description: 'Report orders and refunds.' },
};
