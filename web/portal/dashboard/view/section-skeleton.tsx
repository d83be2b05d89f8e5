import { classNames } from '../../../ui/class-names.ts';

interface SectionSkeletonProps {
  panels: number;
  /** A class that sets the height of a panel. */
  height?: string;
  /** Whether it is announced. A section that is not near the screen is not being loaded. */
  isLoading?: boolean;
}

/** The space of a section of panels while its code is loading, or before it is near the screen. */
export function SectionSkeleton({ panels, height = 'h-96', isLoading = true }: SectionSkeletonProps) {
  return (
    <div
      role={isLoading ? 'status' : undefined}
      data-placeholder
      className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4', panels > 1 && 'lg:grid-cols-2')}
    >
      {isLoading && <span className="sr-only">Loading</span>}
      {Array.from({ length: panels }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the panels are equal and never change.
          key={index}
          aria-hidden="true"
          className={classNames(height, 'rounded-panel border border-line bg-raised p-6')}
        >
          <div className="h-6 w-40 rounded-control bg-sunken" />
        </div>
      ))}
    </div>
  );
}
