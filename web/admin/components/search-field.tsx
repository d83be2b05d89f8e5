import { Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How many were found. */
  result?: string;
}

/** The slash key focuses the field, unless another field or a dialog has the focus. */
export function SearchField({ label, value, onChange, result }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-xl:w-full">
      <div className="relative w-full sm:w-80">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-soft"
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          maxLength={100}
          placeholder={label}
          aria-keyshortcuts="/"
          onChange={(event) => onChange(event.currentTarget.value)}
          className="min-h-11 w-full rounded-control border border-strong bg-surface pr-3 pl-10 text-[0.9375rem] text-ink transition-colors placeholder:text-soft hover:border-ink"
        />
      </div>
      {result && (
        <p role="status" className="text-note text-soft tabular">
          {value.trim() !== '' && result}
        </p>
      )}
    </div>
  );
}
