import { brand } from '../site/brand.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { NeedsScript } from '../ui/form/needs-script.tsx';

/** While the content of a mailed link is loading. */
export function MailedLoading({ title, what }: { title: string; what: string }) {
  return (
    <div className="page max-w-[44rem] pt-8 pb-16 lg:pt-12">
      <h1 className="text-heading">{title}</h1>
      <Spinner />
      <NeedsScript what={what} />
    </div>
  );
}

export function MailedFailed({ title, why, onRetry }: { title: string; why: string; onRetry: () => void }) {
  return (
    <Notice title={title} actions={<Button onClick={onRetry}>Try again</Button>}>
      <p role="alert">{why}</p>
    </Notice>
  );
}

export const AgencyEmail = () => (
  <a className="underline underline-offset-4 hover:text-live" href={`mailto:${brand().email}`}>
    {brand().email}
  </a>
);
