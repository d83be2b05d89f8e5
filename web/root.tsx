import sansUrl from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router';
import { originPlaceholder } from '../contract/rules/page-address.ts';
import { retentionPlaceholder } from '../contract/rules/page-retention.ts';
import type { TypefaceFiles } from '../contract/site/site-settings.ts';
import { headScript, repeatEarlyClicks } from './loading/head-script.ts';
import { PageHead } from './page-head.tsx';
import { brand } from './site/brand.ts';
import { siteSettings } from './site/site-settings.ts';
import { SiteSettingsElement } from './site/site-settings-element.tsx';
import { ThemeStyle } from './site/theme-style.tsx';
import { withVersion } from './site/with-version.ts';
import styleUrl from './ui/app.css?url';
import { Spinner } from './ui/feedback/spinner.tsx';
import { ToastHost } from './ui/feedback/toast-host.tsx';
import { NavigationFocus } from './ui/layout/navigation-focus.tsx';
import { themeScript } from './ui/layout/theme.ts';

function typefaceLinks(): ReturnType<LinksFunction> {
  const { font, styles }: TypefaceFiles = siteSettings().typefaceFiles ?? { font: sansUrl };
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
    ...(styles === undefined ? [] : [{ rel: 'stylesheet', href: styles }]),
  ];
}

export const links: LinksFunction = () => [
  ...typefaceLinks(),
  { rel: 'icon', type: 'image/svg+xml', href: withVersion('/icon.svg') },
  { rel: 'icon', type: 'image/png', sizes: '192x192', href: withVersion('/icon-192.png') },
  { rel: 'apple-touch-icon', href: withVersion('/apple-touch-icon.png') },
  { rel: 'manifest', href: withVersion('/site.webmanifest') },
];

const themeColours = () => siteSettings().themeColours ?? { light: '#fbfaf7', dark: '#0f1524' };

export const meta = () => [{ title: brand().name }];

// Only while building: the attributes are in the HTML file and stay on the element, so they add nothing to the scripts.
const inFile = import.meta.env.SSR
  ? { 'data-origin': originPlaceholder, 'data-retention-days': retentionPlaceholder }
  : {};

// Only while building, for the same reason. React does not compare it when it hydrates.
const inlineScript = import.meta.env.SSR ? `${themeScript};${headScript}` : '';

export function Layout({ children }: { children: ReactNode }) {
  // Runs after the effects of all children, when every button works.
  useEffect(repeatEarlyClicks, []);
  return (
    <html lang="en" {...inFile} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={themeColours().light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={themeColours().dark} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineScript }} />
        <Meta />
        {/* With a precedence the style sheet stays when the error boundary renders the document again. */}
        <link rel="stylesheet" href={styleUrl} precedence="site" />
        <Links />
        <ThemeStyle />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-3 left-3 z-50 -translate-y-24 rounded-control bg-action px-4 py-2 text-action-ink focus:translate-y-0"
        >
          Skip to content
        </a>
        {children}
        <ToastHost />
        <ScrollRestoration />
        <SiteSettingsElement />
        <Scripts />
      </body>
    </html>
  );
}

export function HydrateFallback() {
  return <Spinner />;
}

export default function App() {
  return (
    <>
      <PageHead />
      <Outlet />
      <NavigationFocus />
    </>
  );
}

function explain(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : 'Unknown error';
}

// Loaded only when needed. If it cannot be loaded either, plain text is shown.
const BrokenPage = lazy<ComponentType<{ reason: string }>>(() =>
  import('./ui/feedback/error-page.tsx').then(
    (file) => ({ default: file.ErrorPage }),
    () => ({ default: PlainFailure }),
  ),
);

const PlainFailure = ({ reason }: { reason: string }) => (
  <h1 className="page py-16">Unexpected Application Error! {reason}</h1>
);

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Suspense fallback={<Spinner />}>
      <BrokenPage reason={explain(error)} />
    </Suspense>
  );
}
