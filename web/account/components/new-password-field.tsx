import type { ComponentProps } from 'react';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { passwordFieldMax, passwordHint } from './account-rules.ts';

/** A password that the account does not have yet, with the rules for it. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField>) {
  return (
    <PasswordField
      {...props}
      name="new-password"
      hint={passwordHint}
      required
      maxLength={passwordFieldMax}
      autoComplete="new-password"
    />
  );
}
