import type { SetupStep } from '../../../../contract/company/company-setup.ts';

interface StepText {
  title: string;
  /** The labels of the buttons that skip the step and undo that. */
  skip: string;
  resume: string;
}

const usual = { skip: 'Skip this step', resume: 'Do this step after all' };

export const stepTexts: Record<SetupStep, StepText> = {
  code: { title: 'Paste the tracking code', ...usual },
  'first-event': { title: 'See the first event', ...usual },
  orders: { title: 'Count orders', ...usual, skip: 'This site sells nothing' },
  goals: { title: 'Choose goals', ...usual },
  invitation: { title: 'Invite the client', ...usual, skip: 'The client has access already' },
};

/** The id of the heading of a step, which gets the focus. */
export const headingId = (step: SetupStep) => `setup-${step}`;
export const finishedId = 'setup-finished';
