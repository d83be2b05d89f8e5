import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { dimensionOf } from '../../../../contract/stats/model/dimensions.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { downloadStats, type StatsFile, toExportPath } from '../../api/stats-files.ts';
import { hasRight } from '../../portal-rights.ts';
import { OptionItem } from '../options/option-item.tsx';
import { OrderMonthFiles } from '../orders/order-month-files.tsx';
import { usePortal } from '../view/use-portal.ts';
import { CopyCurl } from './copy-curl.tsx';
import { printReport } from './print-report.ts';

/** The dimensions that reports are usually about. */
const exported = ['page', 'source', 'utm-campaign', 'country', 'device'] as const;
const lists = [
  { of: 'timeseries' as const, label: 'Over time' },
  ...exported.map((of) => ({ of, label: capitalize(dimensionOf(of).plural) })),
];

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
] as const;

interface ExportFilesProps {
  /** Called before the report is printed, and when a file of orders is downloaded. */
  onChosen: () => void;
}

/** Prints what is shown, or downloads it as files. */
export function ExportFiles({ onChosen }: ExportFilesProps) {
  const { company, view } = usePortal();
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();

  async function download(file: StatsFile) {
    setBusy(`${file.of} ${file.format}`);
    try {
      await downloadStats(company.id, view, file);
    } catch (error) {
      showError(error, 'Failed to export');
    } finally {
      setBusy(undefined);
    }
  }

  const fileButton = (file: StatsFile, text: string, name: string) => (
    <Button
      key={file.format}
      shape="quiet"
      size="small"
      className="min-h-11 min-w-14 text-ink"
      aria-label={`${name} as ${text}`}
      busy={busy === `${file.of} ${file.format}`}
      onClick={() => download(file)}
    >
      {busy === `${file.of} ${file.format}` ? '…' : text}
    </Button>
  );

  const curlButton = (file: StatsFile, name: string) => (
    <CopyCurl
      path={toExportPath(company.id, view, file)}
      name={name}
      label="curl"
      shape="quiet"
      size="small"
      className="min-h-11 min-w-14 text-ink"
    />
  );

  return (
    <>
      <OptionItem
        Icon={Printer}
        onChoose={() => {
          onChosen();
          void printReport(client);
        }}
      >
        Print report
      </OptionItem>
      <ul className="mt-1 border-t border-line pt-1">
        {lists.map(({ of, label }) => (
          <li key={of} className="flex items-center gap-1 pl-3">
            <span className="mr-auto pr-6 text-[0.9375rem]">{label}</span>
            {formats.map(({ format, label: text }) => fileButton({ of, format }, text, label))}
            {curlButton({ of, format: 'csv' }, label)}
          </li>
        ))}
        {company.viewedAs === 'admin' && (
          <li className="flex items-center gap-1 border-t border-line pl-3">
            <span className="mr-auto pr-6 text-[0.9375rem]">Raw rows, without filters</span>
            {fileButton({ of: 'hits', format: 'parquet' }, 'Parquet', 'Raw rows')}
            {curlButton({ of: 'hits', format: 'parquet' }, 'Raw rows')}
          </li>
        )}
      </ul>
      {company.hasShop && hasRight(company, 'orders') && <OrderMonthFiles onChosen={onChosen} />}
    </>
  );
}
