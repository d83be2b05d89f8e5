import type { ProductId } from '../../../contract/site/products.ts';

/** How far each of the twelve active projects is, in percent. */
export const projectProgress = [96, 91, 84, 72, 70, 63, 55, 48, 41, 30, 22, 9] as const;

export const modelsServing = 6;
export const modelsTraining = 2;
export const teamSize = 24;

export const quickActions: readonly { id: ProductId; text: string }[] = [
  { id: 'chatbots', text: 'Read conversations, pause, train' },
  { id: 'analytics', text: 'Open forecasts and their accuracy' },
  { id: 'automation', text: 'Watch runs, restart what stopped' },
  { id: 'design', text: 'Review pages before they go live' },
];

export interface Activity {
  kind: ProductId | 'team';
  text: string;
  where: string;
  when: string;
}

export const recentActivity: readonly Activity[] = [
  {
    kind: 'chatbots',
    text: 'The order-status assistant answered its 10,000th question',
    where: 'Loom & Larder',
    when: '2 hours ago',
  },
  {
    kind: 'analytics',
    text: 'Weekend demand was retrained on October bookings',
    where: 'Casa del Faro Hotels',
    when: '5 hours ago',
  },
  {
    kind: 'automation',
    text: 'The customs workflow ran for a month without an error',
    where: 'Castellan Freight',
    when: 'Yesterday, 16:40',
  },
  {
    kind: 'design',
    text: 'The new admissions pages were approved for launch',
    where: 'Aldergate College',
    when: 'Yesterday, 11:15',
  },
  { kind: 'team', text: 'Priya Raman joined as data engineer', where: 'Team', when: '2 days ago' },
  {
    kind: 'automation',
    text: 'Appointment reminders went live at the third site',
    where: 'Fernhill Family Clinic',
    when: '3 days ago',
  },
];
