import type { ComponentProps } from 'react';
import { goalLimits } from '../../../../contract/company/goals.ts';
import { TextField } from '../../../ui/form/text-field.tsx';

/** The name of a goal or funnel. */
export function DefinitionName(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField {...props} label="Name" maxLength={goalLimits.nameLength} autoComplete="off" />;
}
