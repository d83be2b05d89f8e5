import { Moon, Sun } from 'lucide-react';
import { toggleTheme } from './theme.ts';

export function ThemeToggle() {
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label="Switch between light and dark"
      className="inline-flex size-11 items-center justify-center rounded-control text-soft transition-colors hover:text-ink"
    >
      <Moon className="size-5 dark:hidden" strokeWidth={1.5} aria-hidden="true" />
      <Sun className="hidden size-5 dark:block" strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
