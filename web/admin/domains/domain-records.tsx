import type { CustomDomain } from '../../../contract/site/domains.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';

interface DomainRecordsProps {
  domain: CustomDomain;
  target: string | null;
}

/** The DNS records of an address, to be entered where its domain is managed. */
export function DomainRecords({ domain: { host, record, state }, target }: DomainRecordsProps) {
  return (
    <details open={state !== 'in-use'} className="rounded-control border border-line bg-sunken p-4">
      <summary className="cursor-pointer text-[0.9375rem] font-medium">DNS records</summary>
      <p className="mt-3 text-[0.9375rem] text-soft">
        Enter these two where the domain is managed. The first proves that the domain is yours, and has to
        stay: it is asked for every hour and before each certificate.
      </p>
      <ul className="mt-3 grid gap-y-3">
        <RecordPart
          title="1. Name of the TXT record"
          text={record.name}
          copy="Copy name"
          done="Name copied"
        />
        <RecordPart
          title="Value of the TXT record"
          text={record.value}
          copy="Copy value"
          done="Value copied"
        />
        {target === null ? (
          <li className="text-[0.9375rem]">
            2. An A or AAAA record of <span className="font-mono break-all">{host}</span> with the IP address
            of this server.
          </li>
        ) : (
          <>
            <RecordPart
              title={`2. CNAME record of ${host}, with the value`}
              text={target}
              copy="Copy target"
              done="Target copied"
            />
            <li className="text-note text-soft">
              A domain without a name before it cannot have a CNAME record: use an A or AAAA record with the
              IP addresses of {target}.
            </li>
          </>
        )}
      </ul>
    </details>
  );
}

interface RecordPartProps {
  title: string;
  text: string;
  /** The label of the button. */
  copy: string;
  done: string;
}

function RecordPart({ title, text, copy, done }: RecordPartProps) {
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-note text-soft wrap-anywhere">{title}</p>
        <code className="block font-mono text-note break-all select-all">{text}</code>
      </div>
      <CopyButton shape="secondary" text={text} label={copy} done={done} />
    </li>
  );
}
