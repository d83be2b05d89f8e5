import type { ReportRecipient } from '../../../../contract/reports/reports.ts';
import { EmailAddress } from '../../../signed-in/email-address.tsx';
import { localeName } from '../../components/reader-locales.ts';
import { RowAction } from '../../components/row-action.tsx';
import { UnsubscribedNote } from '../../components/unsubscribed-note.tsx';

const problems: Record<NonNullable<ReportRecipient['problem']>, string> = {
  'access-ended': 'Gets nothing: the access has ended. Renew it, or remove this recipient.',
  'no-dashboard': 'Gets nothing: the access does not include the dashboard.',
};

const whichReports = ({ isWeekly, isMonthly }: ReportRecipient): string => {
  if (isWeekly && isMonthly) return 'Weekly and monthly';
  return isWeekly ? 'Weekly' : isMonthly ? 'Monthly' : 'No reports chosen';
};

/** Whether an access has the right is not known here. */
const whichMoney = ({ seesMoney, accessId }: ReportRecipient): string => {
  if (!seesMoney) return 'without money';
  return accessId === null ? 'with money' : 'money if the access has it';
};

interface RecipientRowProps {
  recipient: ReportRecipient;
  onOpen: (dialog: 'change' | 'remove') => void;
}

/** A recipient, what they receive, and why they receive nothing. */
export function RecipientRow({ recipient, onOpen }: RecipientRowProps) {
  const { name, email, accessId, locale, unsubscribedAt, problem } = recipient;
  return (
    <li className="grid gap-y-1 border-t border-line py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-[0.9375rem] break-words text-soft">
            <EmailAddress>{email}</EmailAddress>
          </span>
        </p>
        <p className="mt-0.5 text-[0.9375rem]">
          {[whichReports(recipient), whichMoney(recipient), localeName(locale)].join('\u00a0· ')}
        </p>
        {accessId && <p className="text-note text-soft">With the rights and filters of the access</p>}
        {unsubscribedAt && <UnsubscribedNote at={unsubscribedAt} />}
        {!unsubscribedAt && problem && <p className="text-[0.9375rem] text-warn">{problems[problem]}</p>}
      </div>
      <div className="-ml-3.5 flex flex-wrap">
        <RowAction label="Change" name={name} onClick={() => onOpen('change')} />
        {!unsubscribedAt && <RowAction label="Remove" name={name} onClick={() => onOpen('remove')} />}
      </div>
    </li>
  );
}
