interface CountBadgeProps {
  count: number;
  /** The counted things, for screen readers. */
  what: string;
}

export function CountBadge({ count, what }: CountBadgeProps) {
  return (
    <span className="inline-flex min-w-5.5 items-center justify-center rounded-full bg-live-wash px-1.5 text-note font-medium text-live tabular">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
