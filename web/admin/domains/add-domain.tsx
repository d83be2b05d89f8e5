import { toPortalHost } from '../../../contract/rules/portal-host.ts';
import { domainLimits } from '../../../contract/site/domains.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { type DomainOwner, useAddDomain } from '../api/domains.ts';
import { toAscii } from '../companies/form/typed-domain.ts';

function findProblem(typed: string): string | undefined {
  const found = toPortalHost(typed, toAscii);
  return 'problem' in found ? found.problem : undefined;
}

/** The form that claims an address. It is used once its record is found. */
export function AddDomain({ owner, onAdded }: { owner: DomainOwner; onAdded: () => void }) {
  const add = useAddDomain(owner);
  const { props, field, isBusy, reset } = useForm({
    fields: { host: '' },
    rules: { host: findProblem },
    submit: async ({ host }) => {
      await add.mutateAsync(host);
      reset();
      onAdded();
    },
  });
  return (
    <form {...props} className="mt-4 grid max-w-[32rem] gap-4">
      <TextField
        {...field('host')}
        label="Address"
        hint="A name of the domain without https, such as stats.client.example."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={domainLimits.hostLength}
      />
      <div>
        <Button type="submit" size="small" className="min-h-11" busy={isBusy}>
          {isBusy ? 'Adding…' : 'Add address'}
        </Button>
      </div>
    </form>
  );
}
