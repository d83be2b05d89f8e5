import { useState } from 'react';

export interface RecipientChoices {
  locale: string;
  seesMoney: boolean;
  isWeekly: boolean;
  isMonthly: boolean;
}

/** The state of `RecipientFields`. */
export function useRecipientChoices(initial: () => RecipientChoices) {
  const [choices, setChoices] = useState(initial);
  const [error, setError] = useState<string>();
  return {
    choices,
    /** False, with the error at its field, for a recipient who would get nothing. */
    check: (): boolean => {
      const isUseful = choices.isWeekly || choices.isMonthly;
      setError(isUseful ? undefined : 'Choose at least one kind of report.');
      return isUseful;
    },
    fieldProps: {
      choices,
      error,
      onChange: (part: Partial<RecipientChoices>) => {
        setError(undefined);
        setChoices((before) => ({ ...before, ...part }));
      },
    },
  };
}
