const perRow = 19;
const gap = 16;

/** A dot for each solution: lit what is live, hollow what is in build. All four kinds are drawn to one scale. */
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
