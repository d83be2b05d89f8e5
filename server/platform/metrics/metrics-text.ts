import type { MetricFamily } from './metrics.ts';

/** The content type of the Prometheus text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of one process, and the labels added to each of its samples, such as its worker number. */
export interface MetricsSource {
  labels: Record<string, string>;
  families: MetricFamily[];
}

/** Formats metrics as Prometheus text: each metric's header once, followed by the samples of all sources. */
export function toMetricsText(sources: MetricsSource[]): string {
  const families = new Map<string, { header: string; lines: string[] }>();
  for (const source of sources) {
    for (const { name, help, kind, samples } of source.families) {
      const header = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}`;
      const family = families.get(name) ?? { header, lines: [] };
      families.set(name, family);
      for (const sample of samples) {
        const labels = toLabels({ ...source.labels, ...sample.labels });
        family.lines.push(`${name}${sample.suffix}${labels} ${toNumber(sample.value)}`);
      }
    }
  }
  return `${[...families.values()].map(({ header, lines }) => [header, ...lines].join('\n')).join('\n')}\n`;
}

function toLabels(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function toNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
