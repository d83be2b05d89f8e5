import { Link } from 'react-router';
import { maskedEmail } from '../../../contract/constants.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';

const tracked = ['Page views and navigation', 'Unique user sessions', 'Referrer', 'User agent', 'Timestamps'];

/** Opening a page by a double click is what many newcomers try first. */
export function ServeFolder() {
  return (
    <div className="grid gap-3">
      <p className="max-w-[66ch] text-soft">
        Open the page through a web server: a page opened as a file (
        <code className="font-mono text-[0.9em]">file://…</code>) is not counted. This command serves the
        folder you are in; so does <code className="font-mono text-[0.9em]">python3 -m http.server</code>. Its
        pages count if the company’s domain or one of its host names is localhost.
      </p>
      <CodeBlock label="Command that serves a folder" code="npx serve ." />
    </div>
  );
}

export function InstallationSteps({ companyId }: { companyId: string }) {
  const steps = [
    'Copy the tracking code above.',
    <>
      Paste it into the <code className="font-mono text-[0.9em]">&lt;head&gt;</code> section of your site.
    </>,
    'The script tracks page views and sessions automatically.',
    <>
      View your analytics in the{' '}
      <Link to={`/company-portal/${companyId}`} className="text-live underline underline-offset-4">
        company portal
      </Link>
      .
    </>,
  ];
  return (
    <section aria-labelledby="installation">
      <h2 id="installation" className="text-title">
        Installation
      </h2>
      <ol className="mt-4">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={index} className="flex gap-5 border-t border-line py-3.5 last:border-b">
            <span className="font-mono text-live" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function WhatIsTracked() {
  return (
    <section aria-labelledby="what-is-tracked">
      <h2 id="what-is-tracked" className="text-title">
        What gets tracked
      </h2>
      <ul className="mt-4">
        {tracked.map((item) => (
          <li key={item} className="border-t border-line py-3.5 last:border-b">
            {item}
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-[62ch] text-soft">
        A visitor counts once a day, in however many tabs. What looks like an email address in a page,
        campaign or event is stored as {maskedEmail}.{' '}
        <Link to="/help/metrics" className="underline underline-offset-4 hover:text-live">
          What the numbers mean
        </Link>{' '}
        explains the rest, and the{' '}
        <Link to="/cookie-policy#clients" className="underline underline-offset-4 hover:text-live">
          Cookie Policy
        </Link>{' '}
        lists what the script keeps in the browsers of your visitors.
      </p>
    </section>
  );
}
