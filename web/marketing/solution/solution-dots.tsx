const perRow = 19;
const gap = 16;

/** A dot for each solution: filled when live, hollow when in build. All four products have the same scale. */
export function SolutionDots({ live, inBuild }: { live: number; inBuild: number }) {
  const dots = Array.from({ length: live + inBuild }, (_, index) => index);
  return (
    <svg
      viewBox={`0 0 ${perRow * gap} ${3 * gap}`}
      className="mt-4 w-full max-w-[26rem]"
      fill="none"
      aria-hidden="true"
    >
      {dots.map((index) => (
        <circle
          key={index}
          cx={(index % perRow) * gap + 6}
          cy={Math.floor(index / perRow) * gap + 6}
          r={index < live ? 4.5 : 4}
          className={index < live ? 'fill-live-dot' : 'stroke-strong'}
        />
      ))}
    </svg>
  );
}
