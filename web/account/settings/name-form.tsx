import { nameMax } from '../../../contract/account/self-service.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { changeName } from '../api/self-service.ts';

export function NameForm({ name }: { name: string }) {
  const { props, field, isBusy } = useForm({
    fields: { name },
    submit: async (entered) => {
      await changeName(entered.name);
      toast.success(entered.name === '' ? 'Your name was removed.' : 'Your name was saved.');
    },
  });
  return (
    <form {...props} className="grid max-w-[26rem] gap-5">
      <TextField {...field('name')} label="Name" hint="Optional." maxLength={nameMax} autoComplete="name" />
      <div>
        <Button type="submit" shape="secondary" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save name'}
        </Button>
      </div>
    </form>
  );
}
