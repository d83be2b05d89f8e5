/** Why something failed, in words fit for a toast. */
export const because = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong.';
