import type { ReportContent, ReportSection } from '../../../contract/reports/report-content.ts';
import { addDays } from '../../../contract/rules/dates/calendar-days.ts';

const days = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

const wave = (count: number, height: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    Math.round(height * (1.2 + Math.sin(index * 0.9)) + (index % 5) * 9),
  );

const figures: ReportSection = {
  kind: 'figures',
  figures: [
    {
      metric: 'visitors',
      value: 12_480,
      compared: 11_142,
      cause: { dimension: 'utm-campaign', value: 'autumn-sale', before: 12, now: 1_240 },
    },
    { metric: 'page-views', value: 41_870, compared: 43_200, cause: null },
    { metric: 'bounce-rate', value: 38.42, compared: 41.1, cause: null },
    { metric: 'orders', value: 318, compared: 254, cause: null },
    {
      metric: 'revenue',
      value: 27_460.5,
      compared: 19_803.25,
      cause: { dimension: 'country', value: 'DE', before: 4_200, now: 9_800.4 },
    },
  ],
};

const chart: ReportSection = {
  kind: 'chart',
  metric: 'visitors',
  days: days('2026-10-01', 31).map((day, index) => ({ day, value: wave(31, 300)[index] ?? 0 })),
  ghost: wave(31, 260),
};

const lists: ReportSection[] = [
  {
    kind: 'sources',
    rows: [
      { value: 'Google', visitors: 5_210, compared: 4_800, share: 41.7 },
      { value: 'Direct', visitors: 3_020, compared: 3_100, share: 24.2 },
      { value: 'Instagram', visitors: 1_604, compared: 0, share: 12.9 },
      { value: 'newsletter', visitors: 980, compared: 975, share: 7.9 },
      { value: 'harbour-news.example', visitors: 310, compared: 122, share: 2.5 },
    ],
    rowCount: 48,
  },
  {
    kind: 'campaigns',
    rows: [
      { value: 'autumn-sale', visitors: 1_240, compared: 12, share: 9.9 },
      { value: 'brand', visitors: 402, compared: 390, share: 3.2 },
    ],
    rowCount: 2,
  },
  {
    kind: 'pages',
    rows: [
      { value: '/', visitors: 7_302, compared: 7_001, share: 58.5 },
      { value: '/collections/oak', visitors: 3_880, compared: 2_200, share: 31.1 },
      { value: '/products/oak-table-240', visitors: 2_140, compared: 1_880, share: 17.1 },
      { value: '/checkout', visitors: 640, compared: 520, share: 5.1 },
      { value: '/about', visitors: 402, compared: 460, share: 3.2 },
    ],
    rowCount: 212,
  },
  {
    kind: 'countries',
    rows: [
      { value: 'GB', visitors: 6_410, compared: 6_300, share: 51.4 },
      { value: 'DE', visitors: 3_120, compared: 1_900, share: 25 },
      { value: 'unknown', visitors: 44, compared: 40, share: 0.4 },
    ],
    rowCount: 31,
  },
  {
    kind: 'devices',
    rows: [
      { value: 'phone', visitors: 7_930, compared: 6_800, share: 63.5 },
      { value: 'desktop', visitors: 4_100, compared: 3_990, share: 32.9 },
      { value: 'tablet', visitors: 450, compared: 352, share: 3.6 },
    ],
    rowCount: 3,
  },
];

const results: ReportSection[] = [
  {
    kind: 'goals',
    goals: [
      { name: 'Newsletter sign-up', value: 214, compared: 180, rate: 1.42 },
      { name: 'Showroom appointment', value: 36, compared: 0, rate: 0.24 },
    ],
    funnels: [
      {
        name: 'Checkout',
        steps: [
          { label: 'Product page', visits: 4_820, rateFromFirst: 100 },
          { label: 'Basket', visits: 1_310, rateFromFirst: 27.18 },
          { label: 'Checkout', visits: 640, rateFromFirst: 13.28 },
          { label: 'Order', visits: 318, rateFromFirst: 6.6 },
        ],
      },
    ],
  },
  {
    kind: 'orders',
    orders: { value: 318, compared: 254 },
    verified: 301,
    refunds: { value: 9, compared: 12 },
    money: {
      revenue: { value: 27_460.5, compared: 19_803.25 },
      refunded: { value: 812.4, compared: 990 },
      averageOrder: { value: 86.35, compared: 77.97 },
    },
  },
  {
    kind: 'notes',
    notes: [
      { day: '2026-10-06', text: 'New oak collection online' },
      { day: '2026-10-19', text: 'Autumn sale begins' },
    ],
  },
  { kind: 'link' },
];

/** A monthly report of a busy shop with every section. */
export function aReportContent(fields: Partial<ReportContent> = {}): ReportContent {
  return {
    company: {
      id: '7b0e7f8e-8a52-4d6c-9d2b-0b2f4c1f6a10',
      name: 'Harbour & Pine',
      timeZone: 'Europe/London',
      currency: 'GBP',
    },
    kind: 'monthly',
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    compare: 'previous',
    comparedFirstDay: '2026-09-01',
    comparedLastDay: '2026-09-30',
    subject: '{company}: {period}',
    intro: 'Here are the figures of {company} for {period}.',
    comment:
      'The autumn sale brought a tenth of all visitors, most of them from Germany.\n\nIn November we improve the checkout on phones.',
    closing: 'Questions? Just answer this mail.',
    hasMoney: true,
    source: 'tracked',
    sections: [figures, chart, ...lists, ...results],
    ...fields,
  };
}

/** The same month for a recipient without the right to see amounts. */
export function aReportWithoutMoney(): ReportContent {
  const { sections } = aReportContent();
  return aReportContent({
    hasMoney: false,
    sections: sections.map((section) => {
      if (section.kind === 'orders') return { ...section, money: null };
      if (section.kind !== 'figures') return section;
      return { ...section, figures: section.figures.filter(({ metric }) => metric !== 'revenue') };
    }),
  });
}

/** A month in which nothing was recorded, and nothing before it. */
export function anEmptyReport(): ReportContent {
  const nothing = { value: 0, compared: 0 };
  const none = { value: null, compared: null };
  return aReportContent({
    comment: '',
    intro: '',
    closing: '',
    sections: aReportContent().sections.map((section): ReportSection => {
      switch (section.kind) {
        case 'figures':
          return {
            kind: 'figures',
            figures: section.figures.map(({ metric }) => ({ metric, ...nothing, cause: null })),
          };
        case 'chart':
          return { ...section, days: section.days.map(({ day }) => ({ day, value: 0 })), ghost: null };
        case 'goals':
          return { kind: 'goals', goals: [], funnels: [] };
        case 'orders':
          return {
            ...{ kind: 'orders', orders: nothing, verified: 0, refunds: nothing },
            money: { revenue: nothing, refunded: nothing, averageOrder: none },
          };
        case 'notes':
          return { kind: 'notes', notes: [] };
        case 'link':
          return section;
        default:
          return { kind: section.kind, rows: [], rowCount: 0 };
      }
    }),
  });
}

/** A week of a company whose names are long, or in letters of other scripts. */
export function aReportOfManyScripts(): ReportContent {
  const long =
    'Northern Counties Handmade Furniture & Upholstery Restoration Cooperative of Newcastle and Tyneside';
  const rows = [
    '/каталог/дубовые-столы-и-стулья-ручной-работы',
    '/目錄/橡木桌子',
    '/كتالوج/طاولات-البلوط',
    `/${'very-long-address-'.repeat(20)}`,
    '/ελληνικά/έπιπλα',
  ].map((value, index) => ({
    value,
    visitors: 900 - index * 100,
    compared: index * 3,
    share: 30 - index * 5,
  }));
  return aReportContent({
    company: { ...aReportContent().company, name: long, currency: 'JPY' },
    kind: 'weekly',
    firstDay: '2026-10-26',
    lastDay: '2026-11-01',
    comparedFirstDay: '2026-10-19',
    comparedLastDay: '2026-10-25',
    comment: 'Привет! Γειά σου. Xin chào các bạn. 你好。 שלום.',
    sections: aReportContent().sections.map((section): ReportSection => {
      if (section.kind === 'pages' || section.kind === 'sources') return { ...section, rows, rowCount: 5 };
      if (section.kind !== 'chart') return section;
      const week = days('2026-10-26', 7).map((day, index) => ({
        day,
        value: section.days[index]?.value ?? 0,
      }));
      return { ...section, days: week, ghost: section.ghost?.slice(0, 7) ?? null };
    }),
  });
}
