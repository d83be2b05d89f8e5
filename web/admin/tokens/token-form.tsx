import { type ReactNode, useState } from 'react';
import { accessRightTexts, type TokenRight, tokenRights } from '../../../contract/company/access-rights.ts';
import { accessLimits } from '../../../contract/company/accesses.ts';
import { type NewToken, tokenLimits, tokenName } from '../../../contract/company/tokens.ts';
import { parseFilter } from '../../../contract/stats/filter.ts';
import { TokenRights } from '../../signed-in/tokens/token-rights.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

interface TokenFormProps {
  /** Tokens of several companies cannot write orders. */
  isShared: boolean;
  /** The choice of companies. */
  children?: ReactNode;
  /** Whether that choice is complete. */
  isReady?: boolean;
  onCreate: (wanted: NewToken) => Promise<unknown>;
}

const firstRights: TokenRight[] = ['dashboard'];

const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first problem of the filters, with the number of its line. */
function findFilterProblem(text: string): string | undefined {
  const lines = toLines(text);
  if (lines.length > accessLimits.filters) return `Enter at most ${accessLimits.filters} filters.`;
  for (const [index, line] of lines.entries()) {
    const parsed = parseFilter(line);
    if ('problem' in parsed) return `Filter ${index + 1} ${parsed.problem}.`;
  }
  return undefined;
}

/** The end of a day in the time zone of the browser. */
const toEndOfDay = (day: string) => new Date(`${day}T23:59:59.999`);

const findDayProblem = (day: string) =>
  day === '' || toEndOfDay(day).getTime() > Date.now() ? undefined : 'Choose today or a later day.';

/** A new token for programs: its name, rights, fixed filters and end. */
export function TokenForm({ isShared, children, isReady = true, onCreate }: TokenFormProps) {
  const [rights, setRights] = useState(firstRights);
  const [problem, setProblem] = useState<string>();
  const choices = tokenRights
    .filter((right) => !isShared || right !== 'write-orders')
    .map((right) => ({
      ...{ value: right, rights: [right] },
      ...{ label: accessRightTexts[right].label, hint: accessRightTexts[right].description },
    }));
  const { props, field, mark, isBusy } = useForm({
    fields: { name: '', filters: '', expiresAt: '' },
    rules: {
      name: (name) =>
        tokenName.safeParse(name).success ? undefined : 'Enter a name, such as “Weekly report”.',
      filters: findFilterProblem,
      expiresAt: findDayProblem,
    },
    submit: async ({ name, filters, expiresAt }, { reset }) => {
      const wanted = { name, rights, filters: toLines(filters) };
      const wrong = findRightsProblem(rights);
      setProblem(wrong);
      if (wrong) return;
      if (rights.includes('write-orders') && wanted.filters.length > 0) {
        mark({ filters: 'A token that writes orders cannot have filters.' });
        return;
      }
      if (!isReady) return;
      await onCreate({ ...wanted, expiresAt: expiresAt === '' ? null : toEndOfDay(expiresAt).toISOString() });
      reset();
      setRights(firstRights);
    },
  });
  return (
    <form {...props} className="mt-5 grid gap-5 border-t border-line pt-5">
      <div className="grid max-w-[26rem] gap-5">
        <TextField
          {...field('name')}
          label="Name of the new token"
          hint="The program that uses it, such as “Weekly report”."
          maxLength={tokenLimits.nameLength}
          autoComplete="off"
        />
      </div>
      {children}
      <TokenRights
        choices={choices}
        chosen={rights}
        error={problem}
        onChoose={(chosen) => {
          setRights(chosen);
          setProblem(undefined);
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          {...field('filters')}
          label="Fixed filters (optional)"
          hint="One per line, such as host:is:shop.example. They are added to every question, so the token never sees anything else."
          className="min-h-24 font-mono text-note"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('expiresAt')}
          type="date"
          label="Last day (optional)"
          hint="The token stops working after it."
        />
      </div>
      <div>
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Creating...' : 'Create token'}
        </Button>
      </div>
    </form>
  );
}

function findRightsProblem(rights: readonly TokenRight[]): string | undefined {
  const isUseful = rights.some((right) => right !== 'money' && right !== 'export');
  return isUseful ? undefined : 'Choose the dashboard or orders: money and export add to them.';
}
