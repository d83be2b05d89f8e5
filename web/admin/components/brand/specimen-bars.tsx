const heights = [38, 52, 47, 70, 64, 88, 100];

interface SpecimenBarsProps {
  toClassName: (index: number, count: number) => string;
}

/** A chart in the colours that are being chosen. */
export const SpecimenBars = ({ toClassName }: SpecimenBarsProps) => (
  <svg viewBox="0 0 140 44" className="mt-2 h-14 w-full" preserveAspectRatio="none" aria-hidden="true">
    {heights.map((height, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        key={index}
        x={index * 20 + 3}
        y={44 - height * 0.42}
        width="14"
        height={height * 0.42}
        rx="2"
        className={toClassName(index, heights.length)}
      />
    ))}
  </svg>
);
