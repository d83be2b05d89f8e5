import { brand } from '../../../contract/brand.ts';

interface PageMeta {
  title: string;
  description: string;
  /** Asks search engines not to list the page. */
  hidden?: true;
}

/** What a page says of itself; page-head.tsx adds what follows from its address. */
export function pageMeta({ title, description, hidden }: PageMeta) {
  return [
    { title: title === brand.name ? `${title} · ${brand.tagline}` : `${title} · ${brand.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: title === brand.name ? `${title}: ${brand.tagline}` : title },
    { property: 'og:description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
