import type { Family } from './metrics.ts';

/** The content type of the Prometheus text format, version 0.0.4. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** What several processes have counted, each under the labels that tell it from the others. */
export interface Source {
  labels: Record<string, string>;
  families: Family[];
}

/** Writes the Prometheus text format: each family once, with the samples of all sources below its head. */
export function toMetricsText(sources: Source[]): string {
  const families = new Map<string, { head: string; lines: string[] }>();
  for (const { labels, families: given } of sources) {
    for (const { name, help, kind, samples } of given) {
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}`;
      const family = families.get(name) ?? { head, lines: [] };
      families.set(name, family);
      for (const sample of samples) {
        const words = toLabels({ ...labels, ...sample.labels });
        family.lines.push(`${name}${sample.suffix}${words} ${toNumber(sample.value)}`);
      }
    }
  }
  return `${[...families.values()].map(({ head, lines }) => [head, ...lines].join('\n')).join('\n')}\n`;
}

function toLabels(labels: Record<string, string>): string {
  const words = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return words.length === 0 ? '' : `{${words.join(',')}}`;
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
