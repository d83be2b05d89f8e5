/** The script element of the tracking code, taken apart for sites that cannot paste HTML. */
export interface ScriptTag {
  /** The address of the product. */
  origin: string;
  src: string;
  /** The `data-` attributes of the script; those without a value have an empty one. */
  data: { name: string; value: string }[];
}

/** Reads the tracking code, which the server writes. */
export function readScriptTag(trackingCode: string): ScriptTag {
  const [tag = ''] = /<script[^>]* src="[^>]*>/.exec(trackingCode) ?? [];
  const src = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
  const data = [...tag.matchAll(/ data-([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
  return { origin: src.replace(/\/[^/]*$/, ''), src, data };
}

/** The address with its switches in the query, for tag managers that remove attributes. */
export function toQueryAddress({ src, data }: ScriptTag): string {
  const query = data.map(({ name, value }) => {
    const key = name === 'company' ? 'c' : name;
    return value === '' ? key : `${key}=${encodeURIComponent(value)}`;
  });
  return `${src}?${query.join('&')}`;
}

/** The attributes as they are written in JSX. */
export const toJsxAttributes = ({ src, data }: ScriptTag): string =>
  [`src="${src}"`, ...data.map(({ name, value }) => `data-${name}="${value}"`)].join(' ');
