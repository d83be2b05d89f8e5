import { Download } from 'lucide-react';
import { useState } from 'react';
import type { OpenedReport } from '../../contract/reports/reports.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { showError } from '../ui/feedback/show-error.ts';
import { HtmlFrame } from '../ui/frame/html-frame.tsx';
import { AgencyEmail, MailedFailed, MailedLoading } from './mailed-states.tsx';
import { useMailed } from './use-mailed.ts';

// Loaded after the page, which is static.
const loadApi = () => import('./mailed-links.ts');
const open = async (token: string) => (await loadApi()).openReport(token);

/** The report of a mailed link, as in the mail. */
export function ReportPage() {
  const report = useMailed(open);
  switch (report.is) {
    case 'loading':
      return <MailedLoading title="Your report" what="Opening a report" />;
    case 'failed':
      return <MailedFailed title="The report could not be opened" why={report.why} onRetry={report.retry} />;
    case 'missing':
      return (
        <Notice title="There is no report at this link">
          <p>
            Links in mails open a report for 90 days. If yours is newer, a part of it may be missing: open it
            from the mail again. The PDF in the mail stays readable.
          </p>
          <p className="mt-4">
            Questions? <AgencyEmail />
          </p>
        </Notice>
      );
    case 'ready':
      return <Report token={report.token} report={report.content} />;
  }
}

function Report({ token, report }: { token: string; report: OpenedReport }) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      await (await loadApi()).downloadReport(token);
    } catch (error) {
      showError(error);
    }
    setIsBusy(false);
  }
  return (
    <div className="page max-w-[44rem] pt-6 pb-16 lg:pt-10">
      <h1 className="text-title wrap-anywhere">{report.subject}</h1>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={report.portalUrl} className={buttonClasses({ size: 'normal' })}>
          Open the live portal
        </a>
        <Button shape="secondary" busy={isBusy} onClick={download}>
          <Download className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          {isBusy ? 'Preparing…' : 'Download the PDF'}
        </Button>
      </div>
      <div className="mt-6 overflow-hidden rounded-panel border border-line max-sm:-mx-[calc(var(--gutter)-0.5rem)]">
        <HtmlFrame title={report.subject} html={report.html} />
      </div>
    </div>
  );
}
