import type { ComponentProps } from 'react';
import { ConfirmPasswordForm } from '../../signed-in/confirm-password-form.tsx';
import { StepTitle } from './step-title.tsx';

type ProofStepProps = ComponentProps<typeof ConfirmPasswordForm> & { title: string };

/** The proof form as a step of the account page, with a title. */
export function ProofStep({ title, ...form }: ProofStepProps) {
  return (
    <div className="arriving">
      <ConfirmPasswordForm {...form}>
        <StepTitle>{title}</StepTitle>
      </ConfirmPasswordForm>
    </div>
  );
}
