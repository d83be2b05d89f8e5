import { useLocation, useMatches } from 'react-router';
import { brand } from '../contract/brand.ts';
import { originPlaceholder, socialImagePath } from '../contract/rules/page-address.ts';
import { structuredData } from './structured-data.ts';

/** While building, a placeholder that the server fills; in the browser, what the server filled it with. */
function findOrigin(): string {
  if (typeof document === 'undefined') return originPlaceholder;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  return canonical ? new URL(canonical.href).origin : location.origin;
}

const origin = findOrigin();

/**
 * What the address alone says of a page: its one true form, its picture, what it is about for machines.
 * React lifts these into the head. Not drawn by the layout: the fallback file shares that, and stands for
 * many addresses.
 */
export function PageHead() {
  // While building, addresses end in a slash.
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  const drawnBy = useMatches().at(-1)?.id ?? '';
  const isPublic = drawnBy.startsWith('marketing/') || drawnBy === 'portal/access/company-access-screen';
  if (!isPublic || drawnBy === 'marketing/not-found/not-found-screen') return null;

  const address = origin + path;
  // For machines that load pages, so it is in the files alone and not in the scripts.
  const data = import.meta.env.SSR ? JSON.stringify(structuredData(path, origin)) : '';
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + socialImagePath(path)} />
      {import.meta.env.SSR && <SameOnEveryPage />}
      <script
        key={path}
        type="application/ld+json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, with no way to end the element
        dangerouslySetInnerHTML={{ __html: data.replaceAll('<', '\\u003c') }}
      />
    </>
  );
}

/** Once in the file they stay in the head, whichever pages follow: the scripts need not know them. */
function SameOnEveryPage() {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
