import { toast } from '../ui/feedback/toast.ts';

/** In the words of whoever refused. */
export function tellError(error: unknown): void {
  toast.error(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
}
