import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { formatMoney } from '../../../../contract/rules/money.ts';
import type { OrderConflict } from '../../../../contract/shop/reported-orders.ts';
import { useNow } from '../../../ui/use-now.ts';
import { orderConflictsQuery } from '../../api/tracking.ts';
import { CorrectOrderButton } from '../../correct-order.tsx';
import { SetupPanel } from '../setup-panel.tsx';
import { describeSender } from './order-sender.ts';
import { ReportRow } from './report-row.tsx';

/** Hidden without conflicts. */
export function OrderConflictsPanel({ company }: { company: PortalCompany }) {
  const { data: conflicts = [] } = useQuery(orderConflictsQuery(company.id));
  const now = useNow(1000);
  if (conflicts.length === 0) return null;
  return (
    <SetupPanel
      id="order-conflicts"
      title="Order conflicts"
      lead={
        <>
          These orders were reported again, with another amount or after they had been removed or cancelled. A
          verified order takes precedence over every report. Otherwise the first amount counts, but a report
          from the shop's pages takes precedence over one from a server without a token. Compare them with the
          shop.{' '}
          {company.viewedAs === 'admin'
            ? 'You can count the reported amount here.'
            : 'If the reported amount is the right one, ask your account administrator to count it.'}{' '}
          An entry disappears 30 days after its last report.
        </>
      }
    >
      <ul className="mt-5">
        {conflicts.map((conflict) => (
          <Conflict
            key={`${conflict.source} ${conflict.amount} ${conflict.orderId}`}
            conflict={conflict}
            company={company}
            now={now}
          />
        ))}
      </ul>
    </SetupPanel>
  );
}

interface ConflictProps {
  conflict: OrderConflict;
  company: PortalCompany;
  now: number;
}

function Conflict({ conflict, company, now }: ConflictProps) {
  const { orderId, counted, amount, source, host, count, lastAt } = conflict;
  const money = (text: string) => formatMoney(Number(text), company.currency);
  const before = counted
    ? `Counted: ${money(counted.amount)}, reported by ${describeSender(counted.source)}. Also reported: `
    : 'Not counted: removed or cancelled. Reported since: ';
  return (
    <ReportRow
      title={`Order ${orderId}`}
      text={`${before}${money(amount)} by ${describeSender(source, host)}.`}
      count={count}
      what="report"
      lastAt={lastAt}
      now={now}
    >
      {company.viewedAs === 'admin' && (
        <div className="mt-2 sm:col-span-2">
          <CorrectOrderButton
            companyId={company.id}
            orderId={orderId}
            amount={amount}
            label={counted ? `Count ${money(amount)} instead` : `Count ${money(amount)}`}
            warning={
              counted
                ? `Order ${orderId} will count ${money(amount)} instead of ${money(counted.amount)}. Revenue changes immediately, including past values. Later reports do not change the amount again.`
                : `Order ${orderId} will count ${money(amount)}, as an order placed today. Past values stay as they are. Later reports do not change the amount again.`
            }
            done={`Order ${orderId} now counts ${money(amount)}`}
          />
        </div>
      )}
    </ReportRow>
  );
}
