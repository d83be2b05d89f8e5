import { Download } from 'lucide-react';
import { toLocalDate } from '../../../period/local-time.ts';
import { formatPeriod } from '../../../period/period-labels.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { toOrdersFilePath } from '../../api/portal-orders.ts';
import { hasRight } from '../../portal-rights.ts';
import { usePortal } from '../view/use-portal.ts';
import { listOrderMonths } from './order-months.ts';

const minuteMs = 60_000;

/** Downloads the orders and refunds of a month, or of what the page shows. `search`: a part of the order id. */
export function OrdersDownload({ search }: { search: string }) {
  const { company, view } = usePortal();
  const seesMoney = hasRight(company, 'money');
  const months = listOrderMonths(toLocalDate(useNow(minuteMs), company.timeZone));
  const isNarrowed = view.filters.length > 0 || view.orders === 'verified' || search !== '';

  if (!hasRight(company, 'export')) return null;
  return (
    <Disclosure
      isAtEnd
      label={
        <>
          <Download className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Download
        </>
      }
    >
      {(close) => (
        <div className="sm:w-76">
          <FileLink
            href={toOrdersFilePath(company.id, { view, search })}
            label={formatPeriod(view.period)}
            note={isNarrowed ? 'As shown, with its filters' : 'As shown'}
            onDownload={close}
          />
          <h3 className="mt-1 border-t border-line px-3.5 pt-3 pb-1 text-note text-soft">
            By month, every order and refund
          </h3>
          <ul>
            {months.map(({ from, to, label, note }) => (
              <li key={from}>
                <FileLink
                  href={toOrdersFilePath(company.id, { period: { from, to } })}
                  label={label}
                  note={note}
                  onDownload={close}
                />
              </li>
            ))}
          </ul>
          <p className="mt-1 border-t border-line px-3.5 pt-2.5 pb-1 text-note text-soft">
            CSV for spreadsheets.{' '}
            {seesMoney ? 'The column “amount” adds up to the revenue.' : 'The columns of amounts are empty.'}
          </p>
        </div>
      )}
    </Disclosure>
  );
}

interface FileLinkProps {
  href: string;
  label: string;
  note: string | undefined;
  onDownload: () => void;
}

function FileLink({ href, label, note, onDownload }: FileLinkProps) {
  return (
    <a
      href={href}
      download
      onClick={onDownload}
      className={classNames(
        'flex min-h-11 items-center justify-between gap-4 rounded-control px-3.5 hover:bg-sunken',
        'sm:min-h-9',
      )}
    >
      <span>{label}</span>
      {note !== undefined && <span className="text-note text-soft">{note}</span>}
    </a>
  );
}
