import {
  Building2,
  GraduationCap,
  HeartPulse,
  Landmark,
  type LucideIcon,
  Plane,
  ShoppingBag,
} from 'lucide-react';

export interface Industry {
  name: string;
  icon: LucideIcon;
  work: string;
  clients: number;
  growthPercent: number;
  revenueMillions: number;
  /** Sample values of twelve months, in percent of the last. */
  year: readonly number[];
}

/** Sample values. Their sums are the totals of the page, which copy.test.ts checks. */
export const industries: readonly Industry[] = [
  {
    name: 'Enterprise',
    icon: Building2,
    work: 'Requests that used to pass through five inboxes reach the right person in one step, with a record of why.',
    clients: 64,
    growthPercent: 24,
    revenueMillions: 8.4,
    year: [78, 79, 82, 81, 84, 86, 85, 89, 92, 93, 97, 100],
  },
  {
    name: 'E-Commerce',
    icon: ShoppingBag,
    work: 'Shops that answer sizing questions at midnight and know on Monday what will sell out on Friday.',
    clients: 72,
    growthPercent: 31,
    revenueMillions: 6.9,
    year: [70, 68, 71, 74, 73, 77, 80, 79, 83, 86, 108, 100],
  },
  {
    name: 'Healthcare',
    icon: HeartPulse,
    work: 'Appointments that remind, move and refill themselves, and front desks with time for who is there.',
    clients: 41,
    growthPercent: 18,
    revenueMillions: 3.8,
    year: [84, 85, 86, 88, 87, 90, 91, 90, 94, 96, 98, 100],
  },
  {
    name: 'Education',
    icon: GraduationCap,
    work: 'Admissions that answer in the language of the question, and early warning of who may drop out.',
    clients: 38,
    growthPercent: 22,
    revenueMillions: 2.1,
    year: [81, 84, 86, 85, 83, 71, 64, 78, 104, 101, 98, 100],
  },
  {
    name: 'Travel & Hospitality',
    icon: Plane,
    work: 'Rooms priced by the week ahead, and guests who get an answer before they open another tab.',
    clients: 33,
    growthPercent: 27,
    revenueMillions: 2.7,
    year: [72, 74, 79, 83, 88, 99, 112, 110, 96, 90, 92, 100],
  },
  {
    name: 'Finance',
    icon: Landmark,
    work: 'Documents read, checked against each other and filed, and every doubtful one shown to a person.',
    clients: 36,
    growthPercent: 16,
    revenueMillions: 5.3,
    year: [86, 86, 89, 88, 91, 92, 92, 94, 95, 97, 98, 100],
  },
];

const sum = (read: (industry: Industry) => number) =>
  industries.reduce((total, industry) => total + read(industry), 0);

export const totals = {
  clients: sum((industry) => industry.clients),
  growthPercent: Math.round(sum((industry) => industry.growthPercent) / industries.length),
  revenueMillions: sum((industry) => industry.revenueMillions),
} as const;

export const formatMillions = (millions: number) => `$${millions.toFixed(1)}M`;
