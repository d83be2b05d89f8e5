export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const headLine = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const suffixes: Record<string, RegExp> = { histogram: /_(bucket|sum|count)$/, summary: /_(sum|count)$/ };

/** Parses the Prometheus text format (version 0.0.4). Throws on any deviation from its specification. */
export function parseMetrics(text: string): MetricSample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  const kinds = new Map<string, string>();
  const samples: MetricSample[] = [];
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const head = headLine.exec(line);
    if (head) {
      const [, kind, name = '', text = ''] = head;
      if (kind === 'HELP' && kinds.has(name)) throw new Error(`${name} is described twice`);
      if (kind === 'TYPE' && name !== family) throw new Error(`TYPE of ${name} does not follow its HELP`);
      kinds.set(name, kind === 'TYPE' ? text : '');
      family = name;
      continue;
    }
    const sample = sampleLine.exec(line);
    if (!sample) throw new Error(`not a line of this format: ${line}`);
    const [, name = '', labels = '', value = ''] = sample;
    const suffix = suffixes[kinds.get(family) ?? ''];
    if (name !== family && (suffix === undefined || name.replace(suffix, '') !== family)) {
      throw new Error(`${name} is listed under ${family}`);
    }
    samples.push({ name, labels: readLabels(labels), value: readNumber(value) });
  }
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]));
  if (new Set(keys).size !== keys.length) throw new Error('a sample is listed twice');
  return samples;
}

/** The sum of all samples with this name and these labels; undefined if there is none. */
export function sumSamples(
  samples: MetricSample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [whole, name = '', value = ''] = labelPair.exec(rest) ?? [];
    if (whole === undefined || name in labels) throw new Error(`invalid labels: ${text}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    rest = rest.slice(whole.length);
  }
  return labels;
}

function readNumber(text: string): number {
  const value = { '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY }[text] ?? Number(text);
  if (Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
}
