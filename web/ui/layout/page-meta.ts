import { brand } from '../../site/brand.ts';

interface PageMeta {
  title: string;
  description: string;
  /** Asks search engines not to list the page. */
  hidden?: true;
}

/** The meta tags of a page; page-head.tsx adds those that depend on its address. */
export function pageMeta({ title, description, hidden }: PageMeta) {
  return [
    { title: title === brand().name ? `${title} · ${brand().tagline}` : `${title} · ${brand().name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: title === brand().name ? `${title}: ${brand().tagline}` : title },
    { property: 'og:description', content: description },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}
