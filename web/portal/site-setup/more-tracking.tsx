import type { ReactNode } from 'react';
import { hasWww, toSiteUrl } from '../../../contract/rules/domain.ts';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';

export function EventExample() {
  const code = `${trackingStubTag}
<script>
  siteStats.event('Sign-up', { plan: 'team' });
</script>`;
  return (
    <section aria-labelledby="events">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="events" className="text-title">
          Send an event
        </h2>
        <CopyButton
          text={code}
          label="Copy event"
          done="Example copied to clipboard!"
          shape="secondary"
          size="small"
        />
      </div>
      <p className="mt-2 mb-4 max-w-[62ch] text-soft">
        For anything visitors do that is not a page view. An event has a name and, if you like, up to 20
        properties: texts of at most 300 characters, numbers, true or false, with their names at most 4 kB
        together. Never send names, email addresses or other personal data.
      </p>
      <CodeBlock label="Example of an event" code={code} />
    </section>
  );
}

const switches: { code: string; text: ReactNode }[] = [
  { code: 'data-outbound', text: 'Clicks on links to other sites, as “Outbound link” with the address.' },
  {
    code: 'data-downloads',
    text: 'Clicks on links to files such as PDF, ZIP or office documents, as “File download” with the address.',
  },
  {
    code: 'data-forms',
    text: 'Submitted forms, as “Form submit” with the id or name of the form. Nothing of what visitors enter.',
  },
];

export function TrackingSwitches({ companyId }: { companyId: string }) {
  return (
    <section aria-labelledby="switches">
      <h2 id="switches" className="text-title">
        Count more without code
      </h2>
      <p className="mt-2 max-w-[62ch] text-soft">
        Add any of these to the second script tag, after <Code>data-company</Code>. Addresses are counted
        without their query.
      </p>
      <dl className="mt-4">
        {switches.map(({ code, text }) => (
          <div key={code} className="border-t border-line py-3.5 last:border-b">
            <dt>
              <Code>{code}</Code>
            </dt>
            <dd className="mt-1 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[62ch] text-soft">
        If your tag manager removes such attributes, put everything into the address of the script instead:{' '}
        <Code>{`/t.js?c=${companyId}&outbound`}</Code>
      </p>
    </section>
  );
}

/** Hidden where the script uses no storage: the browser could not remember it. */
export function ExcludeYourself({ domain }: { domain: string }) {
  const site = toSiteUrl(domain || 'your-site.example', location.protocol);
  return (
    <section aria-labelledby="exclude">
      <h2 id="exclude" className="text-title">
        Leave yourself out
      </h2>
      <p className="mt-2 max-w-[62ch] text-soft">
        Open your site once with the first address, and your visits with this browser are no longer counted.
        The second address counts them again. The browser's console then says “site stats: excluded”.
        {domain !== '' && !hasWww(domain) && ' If your site has a port, add it to the addresses.'}
      </p>
      <ul className="mt-4">
        {['exclude', 'include'].map((word) => (
          <li key={word} className="border-t border-line py-3.5 last:border-b">
            <a
              href={`${site}#stats-${word}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
            >
              <Code>{`${site}#stats-${word}`}</Code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em] wrap-anywhere">{children}</code>;
}
