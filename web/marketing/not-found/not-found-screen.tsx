import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { listMainLinks } from '../../ui/layout/site-links.ts';
import { NotFoundPicture } from './not-found-picture.tsx';

export const meta = () =>
  pageMeta({ title: 'Page not found', description: 'There is no page at this address.', hidden: true });

export default function NotFoundScreen() {
  const { pathname } = useLocation();
  // Set after hydration, because one prerendered page serves every unknown address.
  const [path, setPath] = useState('');

  useEffect(() => {
    setPath(pathname);
    console.error('404: no page at', pathname);
  }, [pathname]);

  return (
    <SiteLayout>
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:min-h-[72dvh] lg:grid-cols-[1fr_1.1fr]">
        <div className="min-w-0">
          <p className="font-mono text-note break-all text-soft">404 {path}</p>
          <h1 className="mt-3 text-display">Oops! Page not found</h1>
          <p className="mt-5 max-w-[42ch] text-lead text-soft">
            There is no page at this address. It may have moved, or the link may be incomplete.
          </p>
          <div className="mt-8">
            <LinkButton to="/">Return to Home</LinkButton>
          </div>
          <p className="mt-8 flex flex-wrap items-center gap-x-5 text-soft">
            Or go on to
            {listMainLinks().map((link) => (
              <Link
                key={link.to}
                to={link.to}
                className="inline-flex min-h-11 items-center text-ink underline decoration-line underline-offset-4 hover:text-live"
              >
                {link.label}
              </Link>
            ))}
          </p>
        </div>
        <NotFoundPicture />
      </div>
    </SiteLayout>
  );
}
