import type { ComponentProps } from 'react';
import { ProofForm } from '../../signed-in/proof-form.tsx';
import { StepTitle } from './step-title.tsx';

type ProofStepProps = ComponentProps<typeof ProofForm> & { title: string };

/** The proof form as a step of the account page, with a title. */
export function ProofStep({ title, ...form }: ProofStepProps) {
  return (
    <div className="arriving">
      <ProofForm {...form}>
        <StepTitle>{title}</StepTitle>
      </ProofForm>
    </div>
  );
}
