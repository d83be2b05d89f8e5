import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import type { SiteFinding, SiteFindingLevel } from '../../../../contract/company/site-check.ts';
import { explainFinding } from '../../../../contract/company/site-finding-texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { CountHostButton } from '../received/count-host.tsx';
import { isCountable } from '../received/rejection-labels.ts';

const looks: Record<SiteFindingLevel, { Icon: typeof Info; label: string; colour: string }> = {
  problem: { Icon: CircleAlert, label: 'Problem', colour: 'text-danger' },
  notice: { Icon: Info, label: 'Notice', colour: 'text-warn' },
  passed: { Icon: CircleCheck, label: 'Passed', colour: 'text-live' },
};

/** The findings of a check: what is wrong first, each with what to do. */
export function FindingList({
  findings,
  company,
}: {
  findings: readonly SiteFinding[];
  company: PortalCompany;
}) {
  return (
    <ul className="mt-4">
      {findings.map((finding) => (
        <Finding
          key={`${finding.code} ${JSON.stringify(finding.details)}`}
          finding={finding}
          company={company}
        />
      ))}
    </ul>
  );
}

const withCode = new Set([
  'tag-missing',
  'tag-wrong-company',
  'tag-without-company',
  'version-old',
  'script-foreign',
]);

function Finding({ finding, company }: { finding: SiteFinding; company: PortalCompany }) {
  const { title, advice } = explainFinding(finding);
  const { Icon, label, colour } = looks[finding.level];
  const { line, host } = finding.details;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-t border-line py-3.5 last:pb-0">
      <Icon className={classNames('mt-0.5 size-5', colour)} strokeWidth={1.5} aria-hidden="true" />
      <div className="grid min-w-0 justify-items-start gap-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <span className="sr-only">{label}: </span>
            {title}
          </p>
          <p className="mt-1 max-w-[66ch] text-[0.9375rem] text-soft wrap-anywhere">{advice}</p>
        </div>
        {line && (
          <>
            <CodeBlock label="Directives of the Content-Security-Policy" code={line} />
            <CopyButton
              text={line}
              label="Copy directives"
              done="Directives copied to clipboard!"
              shape="secondary"
              size="small"
            />
          </>
        )}
        {finding.code === 'page-elsewhere' && host && isCountable(host, company) && (
          <CountHostButton company={company} host={host} />
        )}
        {withCode.has(finding.code) && (
          <a
            href="#tracking-code"
            className="inline-flex min-h-11 items-center text-live underline underline-offset-4"
          >
            Show the code
          </a>
        )}
      </div>
    </li>
  );
}
