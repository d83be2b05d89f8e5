import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

export const meta = () =>
  pageMeta({ title: 'Page not found', description: 'There is no page at this address.', hidden: true });

export default function NotFoundScreen() {
  const { pathname } = useLocation();

  // The page is rendered ahead of time, before anybody came to any wrong address.
  const [shownPath, setShownPath] = useState('');

  useEffect(() => {
    setShownPath(pathname);
    console.error('404: no page at', pathname);
  }, [pathname]);

  return (
    <SiteFrame>
      <Notice
        mark={`404 ${shownPath}`}
        title="Oops! Page not found"
        actions={<LinkButton to="/">Return to Home</LinkButton>}
      >
        <p>There is no page at this address. It may have moved, or the link lost a letter on its way here.</p>
      </Notice>
    </SiteFrame>
  );
}
