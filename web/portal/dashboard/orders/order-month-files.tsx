import { toLocalDate } from '../../../period/local-time.ts';
import { useNow } from '../../../ui/use-now.ts';
import { toOrdersFilePath } from '../../api/portal-orders.ts';
import { CopyCurl } from '../print/copy-curl.tsx';
import { usePortal } from '../view/use-portal.ts';
import { listOrderMonths } from './order-months.ts';

const minuteMs = 60_000;
/** The months that are needed most. The others are in the download of the orders. */
const shownMonths = 2;

/** The files of orders and refunds of this month and the last one, in the menu of files. */
export function OrderMonthFiles({ onChosen }: { onChosen: () => void }) {
  const { company } = usePortal();
  const months = listOrderMonths(toLocalDate(useNow(minuteMs), company.timeZone));
  return (
    <ul className="mt-1 border-t border-line pt-1">
      {months.slice(0, shownMonths).map(({ from, to, label }) => {
        const path = toOrdersFilePath(company.id, { period: { from, to } });
        return (
          <li key={from} className="flex items-center gap-1 pl-3">
            <span className="mr-auto pr-6 text-[0.9375rem]">Orders, {label}</span>
            <a
              href={path}
              download
              aria-label={`Orders, ${label}, as CSV`}
              onClick={onChosen}
              className="inline-flex min-h-11 min-w-14 items-center justify-center rounded-control px-3.5 text-[0.9375rem] font-medium hover:text-live"
            >
              CSV
            </a>
            <CopyCurl
              path={path}
              name={`Orders, ${label},`}
              label="curl"
              shape="quiet"
              size="small"
              className="min-h-11 min-w-14 text-ink"
            />
          </li>
        );
      })}
    </ul>
  );
}
