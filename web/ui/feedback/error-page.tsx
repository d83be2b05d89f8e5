import { Button, buttonClasses } from '../button.tsx';
import { SiteLayout } from '../layout/site-layout.tsx';
import { ErrorPicture } from './error-picture.tsx';

/** Replaces a page that failed. Its links load a new document, because a script of the page may have failed. */
export function ErrorPage({ reason }: { reason: string }) {
  return (
    <SiteLayout>
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:min-h-[72dvh] lg:grid-cols-[1fr_1.1fr]">
        <div className="min-w-0">
          <h1 className="text-display">Unexpected Application Error!</h1>
          <p className="mt-5 max-w-[42ch] text-lead text-soft">
            Something on this page went wrong on our side. Loading it again often helps.
          </p>
          <p className="mt-6 max-w-[60ch] border-l-2 border-danger pl-4 font-mono text-note break-words text-soft">
            {reason}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button onClick={() => location.reload()}>Load again</Button>
            <a href="/" className={buttonClasses({ shape: 'secondary' })}>
              Return to Home
            </a>
          </div>
        </div>
        <ErrorPicture />
      </div>
    </SiteLayout>
  );
}
