import type { ReactNode } from 'react';
import { accessRightTexts, tokenRights } from '../../../contract/company/access-rights.ts';
import { type NewToken, tokenLimits } from '../../../contract/company/tokens.ts';
import { TokenRights } from '../../signed-in/tokens/token-rights.tsx';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FilterFields } from '../company/access/filter-fields.tsx';
import { useTokenForm } from './use-token-form.ts';

interface TokenFormProps {
  /** Tokens of several companies cannot write orders. */
  isShared: boolean;
  /** The zone in which the last day ends. */
  timeZone: string;
  /** The choice of companies. */
  children?: ReactNode;
  /** Whether that choice is complete. */
  isReady?: boolean;
  onCreate: (wanted: NewToken) => Promise<unknown>;
  onCancel: () => void;
}

/** A new token for programs: its name, rights, fixed filters and end. */
export function TokenForm(props: TokenFormProps) {
  const { isShared, timeZone, children, isReady = true, onCreate, onCancel } = props;
  const form = useTokenForm({ timeZone, isReady, save: onCreate });
  const ref = useInitialFocus();
  const choices = tokenRights
    .filter((right) => !isShared || right !== 'write-orders')
    .map((right) => ({
      ...{ value: right, rights: [right] },
      ...{ label: accessRightTexts[right].label, hint: accessRightTexts[right].description },
    }));
  return (
    <form {...form.props} ref={ref} className="mt-5 grid gap-7 border-t border-line pt-5">
      <div className="grid max-w-[26rem] gap-5">
        <TextField
          {...form.field('name')}
          label="Name of the new token"
          hint="The program that uses it, such as “Weekly report”."
          maxLength={tokenLimits.nameLength}
          autoComplete="off"
        />
      </div>
      {children}
      <TokenRights choices={choices} {...form.rightsProps} />
      <FilterFields {...form.filterProps} of="token" />
      <div className="grid max-w-[26rem] gap-5">
        <TextField
          {...form.field('expiresAt')}
          type="date"
          label="Last day (optional)"
          hint={`The token stops working at the end of this day in ${timeZone}.`}
          min={form.today}
        />
      </div>
      <FormButtons label="Create token" busyLabel="Creating..." isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
