import { brand } from '../brand.ts';

interface PageMeta {
  title: string;
  description: string;
  /** Asks search engines not to list the page. */
  hidden?: true;
}

export function pageMeta({ title, description, hidden }: PageMeta) {
  return [
    { title: title === brand.name ? title : `${title} · ${brand.name}` },
    { name: 'description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
