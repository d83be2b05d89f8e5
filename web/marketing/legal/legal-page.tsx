import { useEffect } from 'react';
import { Link } from 'react-router';
import type { LegalTextName, WrittenLegalSection } from '../../../contract/site/site-settings.ts';
import { brand } from '../../site/brand.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { formatDay } from '../format-day.ts';
import type { LegalSection, LegalTable, LegalText } from './legal-text.ts';

const pages = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/cookie-policy', label: 'Cookie Policy' },
] as const;

interface LegalPageProps {
  name: LegalTextName;
  /** The built-in text. */
  text: LegalText;
}

/** A legal page: the text that the agency wrote, or the built-in one. */
export function LegalPage({ name, text }: LegalPageProps) {
  const { writtenLegalTexts = [], legalText } = siteSettings();
  if (!writtenLegalTexts.includes(name)) return <LegalLayout {...text} parts={text.sections} />;
  // Opened from another page, which does not contain the text.
  if (legalText?.name !== name) return <ReloadedPage />;
  const { updated, sections } = legalText;
  return (
    <LegalLayout title={text.title} updated={{ iso: updated, text: formatDay(updated) }} parts={sections} />
  );
}

function ReloadedPage() {
  useEffect(() => location.reload(), []);
  return <Spinner />;
}

interface LegalLayoutProps {
  title: string;
  lead?: string;
  updated: LegalText['updated'];
  parts: readonly (LegalSection | WrittenLegalSection)[];
}

function LegalLayout({ title, lead, updated, parts }: LegalLayoutProps) {
  return (
    <SiteLayout>
      <div className="page pt-14 lg:pt-24">
        <header className="border-b border-strong pb-10">
          <h1 className="text-display">{title}</h1>
          {lead && <p className="mt-5 max-w-[48ch] text-lead text-soft">{lead}</p>}
          <p className="mt-6 font-mono text-note text-soft">
            Last updated <time dateTime={updated.iso}>{updated.text}</time>
          </p>
        </header>
        <div className="grid gap-x-16 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <nav
            aria-label="Contents"
            className="pt-10 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:pb-10"
          >
            <ol className="text-[0.9375rem]">
              {parts.map((section, index) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="grid min-h-9 grid-cols-[2rem_1fr] items-center text-soft hover:text-live max-lg:min-h-11"
                  >
                    <span className="font-mono text-note" aria-hidden="true">
                      {index + 1}
                    </span>
                    {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="min-w-0 pt-10">
            {parts.map((section, index) => (
              <Section key={section.id} section={section} number={index + 1} />
            ))}
            <p className="mt-12 flex flex-wrap gap-x-6 border-t border-line pt-6 text-[0.9375rem]">
              {pages
                .filter((page) => page.label !== title)
                .map((page) => (
                  <Link
                    key={page.to}
                    to={page.to}
                    className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-live"
                  >
                    {page.label}
                  </Link>
                ))}
              <a
                href={`mailto:${brand().email}`}
                className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-live"
              >
                {brand().email}
              </a>
            </p>
          </div>
        </div>
      </div>
    </SiteLayout>
  );
}

function Section({ section, number }: { section: LegalSection | WrittenLegalSection; number: number }) {
  return (
    <section aria-labelledby={section.id} className="mb-12 max-w-[68ch]">
      <h2 id={section.id} className="flex gap-4 text-title">
        <span className="w-7 shrink-0 pt-1.5 font-mono text-note font-normal text-soft" aria-hidden="true">
          {number}
        </span>
        {section.title}
      </h2>
      {'html' in section ? (
        <div
          className="written mt-4 sm:pl-11"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: converted from Markdown by the server, without HTML of the author
          dangerouslySetInnerHTML={{ __html: section.html }}
        />
      ) : (
        <BuiltInText section={section} />
      )}
    </section>
  );
}

function BuiltInText({ section }: { section: LegalSection }) {
  return (
    <div className="mt-4 grid gap-4 sm:pl-11">
      {section.body.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>{part}</p>
        ) : (
          <ul key={part[0]} className="grid gap-2.5">
            {part.map((item) => (
              <li key={item} className="grid grid-cols-[1.25rem_1fr]">
                <span className="mt-[0.72em] h-px w-2.5 bg-live-dot" aria-hidden="true" />
                {item}
              </li>
            ))}
          </ul>
        ),
      )}
      {section.table && <StorageTable table={section.table} />}
    </div>
  );
}

/** On a phone each row is a list, because four columns do not fit. */
function StorageTable({ table }: { table: LegalTable }) {
  return (
    <table className="mt-2 block w-full border-t border-strong text-[0.9375rem] sm:table">
      <caption className="sr-only">{table.caption}</caption>
      <thead className="sr-only sm:not-sr-only">
        <tr className="text-left text-note text-soft">
          {table.head.map((cell) => (
            <th key={cell} scope="col" className="py-2.5 pr-5 font-normal">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {table.rows.map(([name = '', ...cells]) => (
          <tr key={name} className="block border-t border-line py-3 align-top sm:table-row sm:py-0">
            <th
              scope="row"
              className="block pr-5 text-left font-mono text-note font-normal break-words sm:table-cell sm:w-[26%] sm:py-3"
            >
              {name.replaceAll('-', '-\u200b')}
            </th>
            {cells.map((cell, index) => (
              <td key={cell} className="block pr-5 text-soft sm:table-cell sm:py-3">
                <span className="text-note text-ink sm:hidden">{table.head[index + 1]}: </span>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
