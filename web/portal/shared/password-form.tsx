import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { required } from '../../ui/form/rules.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

/** Asks for the password of a link. It fits a frame of the size of one card. */
export function PasswordForm({ open }: { open: (password: string) => Promise<void> }) {
  const form = useForm({
    fields: { password: '' },
    rules: { password: Object.assign(required('Enter the password.'), { clean: (text: string) => text }) },
    submit: ({ password }) => open(password),
    onError: (error, { mark }) => mark({ password: errorMessage(error) }),
    leaves: true,
  });
  return (
    <form
      {...form.props}
      aria-label="Password"
      className="mx-auto grid min-h-dvh max-w-[24rem] grid-cols-[minmax(0,1fr)_auto] content-center items-start gap-2 p-3"
    >
      <TextField
        {...form.field('password')}
        label="Password of this view"
        type="password"
        autoComplete="off"
        className="min-h-11!"
      />
      <Button type="submit" busy={form.isBusy} className="mt-[2.1rem]">
        {form.isBusy ? 'Opening…' : 'Open'}
      </Button>
    </form>
  );
}
