import type { ComponentProps } from 'react';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { secretRule } from '../../signed-in/secret-rule.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { passwordFieldMax } from '../components/account-rules.ts';

/** Which fields confirm who is signed in. */
export interface ProofNeeds {
  email: string;
  /** Without one, a recent sign-in replaces it: the page asks for it when the server does. */
  hasPassword: boolean;
  hasTwoFactor: boolean;
}

export const proofRules = { password: secretRule, code: secretRule };

/** The part of a request that confirms who is signed in. */
export const toProof = (
  { hasPassword, hasTwoFactor }: ProofNeeds,
  { password, code }: { password: string; code: string },
) => ({ ...(hasPassword && { password }), ...(hasTwoFactor && { code }) });

type Field = (name: 'password' | 'code') => Omit<ComponentProps<typeof PasswordField>, 'label'>;

/** The fields `password` and `code` of a form, as far as the account has them. */
export function ProofFields({ needs, field, label }: { needs: ProofNeeds; field: Field; label: string }) {
  return (
    <>
      {/* For password managers: the account of the password. */}
      <input type="text" name="username" autoComplete="username" value={needs.email} readOnly hidden />
      {needs.hasPassword && (
        <PasswordField
          {...field('password')}
          label={label}
          required
          maxLength={passwordFieldMax}
          autoComplete="current-password"
        />
      )}
      {needs.hasTwoFactor && (
        <TextField
          {...field('code')}
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          required
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </>
  );
}
