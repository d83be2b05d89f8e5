import type { Currency } from '../../../contract/company/companies.ts';
import type { DemoSite } from '../../features/tracking/demo/demo-site.ts';

export interface DemoShop extends Pick<DemoSite, 'visitorsPerDay' | 'typicalOrder' | 'pages' | 'products'> {
  name: string;
  description: string;
  domain: string;
  currency: Currency;
  timeZone: string;
}

export const demoShops: DemoShop[] = [
  {
    name: 'Harbour & Pine',
    description: 'Furniture made to last, delivered from Bristol',
    domain: 'harbour-pine.example',
    currency: 'USD',
    timeZone: 'Europe/London',
    visitorsPerDay: 190,
    typicalOrder: 184,
    pages: [
      ['/', 30],
      ['/sofas', 15],
      ['/tables', 13],
      ['/lighting', 9],
      ['/journal', 6],
      ['/journal/oak-or-ash', 5],
      ['/delivery', 5],
      ['/contact', 2],
    ],
    products: [
      [{ path: '/sofas/tide-three-seater', name: 'Tide sofa' }, 9],
      [{ path: '/tables/oak-extending', name: 'Oak extending table' }, 12],
      [{ path: '/tables/side-table', name: 'Side table' }, 7],
      [{ path: '/lighting/pine-pendant', name: 'Pine pendant' }, 6],
    ],
  },
  {
    name: 'Ember Coffee Roasters',
    description: 'Small-batch coffee by subscription',
    domain: 'ember-coffee.example',
    currency: 'USD',
    timeZone: 'Europe/London',
    visitorsPerDay: 130,
    typicalOrder: 27.5,
    pages: [
      ['/', 28],
      ['/subscribe', 16],
      ['/beans', 14],
      ['/equipment', 7],
      ['/brew-guides', 5],
      ['/brew-guides/pour-over', 6],
      ['/cafes', 4],
      ['/contact', 2],
    ],
    products: [
      [{ path: '/beans/ethiopia-guji', name: 'Ethiopia Guji' }, 12],
      [{ path: '/beans/house-espresso', name: 'House espresso' }, 10],
      [{ path: '/equipment/dripper', name: 'Dripper' }, 4],
    ],
  },
  {
    name: 'Northmoor Physiotherapy',
    description: 'Three clinics, one diary',
    domain: 'northmoor-physio.example',
    currency: 'USD',
    timeZone: 'Europe/London',
    visitorsPerDay: 50,
    typicalOrder: 62,
    pages: [
      ['/', 26],
      ['/treatments', 14],
      ['/clinics', 9],
      ['/team', 6],
      ['/prices', 8],
      ['/advice/back-pain', 7],
      ['/contact', 4],
    ],
    products: [
      [{ path: '/treatments/sports-injury', name: 'Sports injury session' }, 9],
      [{ path: '/treatments/back-and-neck', name: 'Back and neck session' }, 11],
      [{ path: '/treatments/first-visit', name: 'First visit' }, 8],
    ],
  },
];
