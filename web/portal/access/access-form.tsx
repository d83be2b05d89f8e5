import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Panel } from '../../ui/panel.tsx';

// Loaded when the form gets the focus, not with the page.
const loadApi = () => Promise.all([import('../../api/portal-access.ts'), import('../../api/client.ts')]);

async function verify(accessKey: string) {
  const failure = 'Failed to verify access key';
  const [{ verifyAccess }, { ApiError }] = await loadApi();
  try {
    return await verifyAccess(accessKey);
  } catch (error) {
    const isRefusal =
      error instanceof ApiError && error.code !== 'unreachable' && error.code !== 'unreadable';
    throw new Error(isRefusal ? error.message : failure, { cause: error });
  }
}

export function AccessForm() {
  const navigate = useNavigate();
  const [key, setKey] = useState('');
  const [isVerifying, setVerifying] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  function type(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const caret = input.selectionStart;
    const upper = input.value.toUpperCase();
    // Set here and not by the next render: otherwise the caret jumps to the end when a character is corrected.
    if (upper !== input.value) {
      input.value = upper;
      input.setSelectionRange(caret, caret);
    }
    setKey(upper);
    setError(undefined);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isVerifying) return;
    const accessKey = key.trim().toUpperCase();
    if (!accessKey) {
      setError('Please enter your access key');
      form.current?.querySelector('input')?.focus();
      return;
    }
    setVerifying(true);
    try {
      const company = await verify(accessKey);
      toast.success(`Access granted to ${company.name}!`);
      await navigate(`/company-portal/${company.id}`);
    } catch (failure) {
      const text =
        failure instanceof Error && failure.cause ? failure.message : 'Failed to verify access key';
      toast.error(text);
    } finally {
      setVerifying(false);
    }
  }

  return (
    <Panel labelledBy="access" className="p-6 sm:p-9">
      <h1 id="access" className="text-heading">
        Company Portal Access
      </h1>
      <p className="mt-3 text-lead text-soft">Enter your company access key to view your analytics portal</p>
      <form
        ref={form}
        method="dialog"
        noValidate
        onSubmit={submit}
        onFocus={() => void loadApi().catch(() => undefined)}
        className="mt-8 grid gap-6"
      >
        <TextField
          label="Enter Access Key"
          hint="Access keys are provided by your account administrator"
          error={error}
          value={key}
          onChange={type}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="font-mono uppercase"
        />
        <Button type="submit" busy={isVerifying}>
          {isVerifying ? 'Verifying...' : 'Access Portal'}
        </Button>
      </form>
    </Panel>
  );
}
