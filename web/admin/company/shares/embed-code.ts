import { metricOf, metricsWithoutGoal, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';

export type EmbedTheme = 'page' | 'light' | 'dark';

/** The sizes at which each part looks right. */
const sizes = {
  all: { width: '100%', height: '900' },
  card: { width: '320', height: '160' },
  chart: { width: '100%', height: '320' },
} as const;

export interface EmbedOptions {
  /** The address of the link. */
  url: string;
  /** `all`, `card:visitors` or `chart:revenue`. */
  part: string;
  theme: EmbedTheme;
  title: string;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The address of a part of a shared view: the parameters go before the secret. */
function toEmbedAddress({ url, part, theme }: Omit<EmbedOptions, 'title'>): string {
  const [page = '', secret = ''] = url.split('#');
  const query = new URLSearchParams({
    ...(part === 'all' ? {} : { show: part }),
    ...(theme === 'page' ? {} : { theme }),
  });
  const text = query.toString().replaceAll('%3A', ':');
  return `${page}${text === '' ? '' : `?${text}`}#${secret}`;
}

/** The element that shows a part of a shared view on another page. */
export function toEmbedCode(options: EmbedOptions): string {
  const kind = options.part.startsWith('card') ? 'card' : options.part.startsWith('chart') ? 'chart' : 'all';
  const { width, height } = sizes[kind];
  return [
    '<iframe',
    `  src="${escapeAttribute(toEmbedAddress(options))}"`,
    `  title="${escapeAttribute(options.title)}"`,
    `  width="${width}" height="${height}" style="border:0;max-width:100%"`,
    '  loading="lazy" referrerpolicy="no-referrer"></iframe>',
  ].join('\n');
}

const isMoney = (metric: StatsMetric) => metricOf(metric).unit === 'money';

/** The parts that a frame can show, as groups of a list. */
export function listParts(seesMoney: boolean) {
  const metrics = metricsWithoutGoal.filter((metric) => seesMoney || !isMoney(metric));
  const toOptions = (kind: string) =>
    metrics.map((metric) => ({ value: `${kind}:${metric}`, label: `${metricOf(metric).label}` }));
  return [
    { value: 'all', label: 'The whole view' },
    { label: 'One card', options: toOptions('card') },
    { label: 'One chart', options: toOptions('chart') },
  ];
}
