import type { ChangeEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { carryToast } from '../../ui/feedback/carried-toast.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { Rule } from '../../ui/form/rules.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/panel.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => import('../api/portal-access.ts');

const accessKeyRule: Rule = (key) => (key === '' ? 'Please enter your access key' : undefined);
accessKeyRule.clean = (key) => key.trim().toUpperCase();
const rules = { accessKey: accessKeyRule };

/** Set here and not by the next render: otherwise the caret jumps to the end when a character is corrected. */
function toUpperCase({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
  const caret = input.selectionStart;
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  input.value = upper;
  input.setSelectionRange(caret, caret);
}

export function AccessForm() {
  const navigate = useNavigate();
  const { props, field, isBusy } = useForm({
    fields: { accessKey: '' },
    rules,
    submit: async ({ accessKey }) => {
      const { verifyAccess } = await loadApi();
      const company = await verifyAccess(accessKey);
      carryToast(`Access granted to ${company.name}!`);
      await navigate(`/company-portal/${company.id}`);
    },
    onError: (error) => {
      // Network errors get a general message.
      const isExplained =
        error instanceof Error &&
        'code' in error &&
        error.code !== 'unreachable' &&
        error.code !== 'unreadable';
      toast.error(isExplained ? error.message : 'Failed to verify access key');
    },
  });
  const accessKey = field('accessKey');

  return (
    <Panel labelledBy="access" className="p-6 sm:p-9">
      <h1 id="access" className="text-heading">
        Company Portal Access
      </h1>
      <p className="mt-3 text-lead text-soft">Enter your company access key to view your analytics portal</p>
      <form {...props} onFocus={() => void loadApi().catch(() => undefined)} className="mt-8 grid gap-6">
        <TextField
          {...accessKey}
          // The text may have been typed before the scripts of the page ran.
          value={accessKey.value.toUpperCase()}
          label="Enter Access Key"
          hint="Access keys are provided by your account administrator"
          onChange={(event) => {
            toUpperCase(event);
            accessKey.onChange(event);
          }}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="font-mono uppercase"
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Verifying...' : 'Access Portal'}
        </Button>
      </form>
    </Panel>
  );
}
