import { useEffect, useRef, useState } from 'react';
import type { CompanySetupAnswer, SetupStep } from '../../../../contract/company/company-setup.ts';
import { showError } from '../../../ui/feedback/show-error.ts';
import { useRefreshSetup, useSkipSteps } from '../../api/company-setup.ts';
import { finishedId, headingId, stepTexts } from './step-texts.ts';

const stateOf = ({ steps }: CompanySetupAnswer, wanted: SetupStep) =>
  steps.find(({ step }) => step === wanted)?.state;

const listSkipped = ({ steps }: CompanySetupAnswer) =>
  steps.filter(({ state }) => state === 'skipped').map(({ step }) => step);

/** The step that follows: the next open one below, or the first open one. */
function findNext({ steps, next }: CompanySetupAnswer, after: SetupStep): SetupStep | null {
  const index = steps.findIndex(({ step }) => step === after);
  return steps.slice(index + 1).find(({ state }) => state === 'open')?.step ?? next;
}

/**
 * Which steps of a path are open on the screen. What a person does opens the next step and moves the focus there; what the data
 * shows is only announced, so that the focus stays in its place.
 */
export function useSetupPath(companyId: string, setup: CompanySetupAnswer) {
  const [shown, setShown] = useState<readonly SetupStep[]>(setup.next === null ? [] : [setup.next]);
  const [announcement, setAnnouncement] = useState('');
  const known = useRef(setup);
  const focusNext = useRef<string>(undefined);
  const refresh = useRefreshSetup(companyId);
  const skipping = useSkipSteps(companyId);

  useEffect(() => {
    const before = known.current;
    known.current = setup;
    const done = setup.steps.filter(
      ({ step, state }) => state === 'done' && stateOf(before, step) !== 'done',
    );
    if (done.length === 0) return;
    setAnnouncement(`Done: ${done.map(({ step }) => stepTexts[step].title).join(', ')}`);
    // It shows the event that proves the code. The code stays open, because the focus may be there.
    setShown((open) => (open.includes('code') ? [...open, 'first-event'] : open));
  }, [setup]);

  // Without dependencies: the heading may be on the page only after the answer is.
  useEffect(() => {
    const heading = focusNext.current === undefined ? null : document.getElementById(focusNext.current);
    if (!heading) return;
    focusNext.current = undefined;
    heading.focus();
  });

  function moveTo(step: SetupStep | null) {
    focusNext.current = step === null ? finishedId : headingId(step);
    setShown(step === null ? [] : [step]);
  }

  /** Opens the following step if this one is done or skipped by now. */
  async function settle(step: SetupStep) {
    const wasOpen = stateOf(setup, step) === 'open';
    try {
      const answer = await refresh();
      if (wasOpen && stateOf(answer, step) !== 'open') moveTo(findNext(answer, step));
    } catch (error) {
      showError(error);
    }
  }

  async function setSkipped(step: SetupStep, isSkipped: boolean) {
    const others = listSkipped(setup).filter((each) => each !== step);
    try {
      await skipping.mutateAsync(isSkipped ? [...others, step] : others);
    } catch (error) {
      showError(error);
      return;
    }
    await settle(step);
  }

  return {
    shown,
    announcement,
    isBusy: skipping.isPending,
    toggle: (step: SetupStep) =>
      setShown(shown.includes(step) ? shown.filter((each) => each !== step) : [...shown, step]),
    goOn: (step: SetupStep) => moveTo(findNext(setup, step)),
    settle,
    setSkipped,
  };
}
