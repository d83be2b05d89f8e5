/** Decorative: a line chart that breaks off. */
export function ErrorPicture() {
  return (
    <svg
      viewBox="0 0 620 420"
      className="w-full"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M0 60h620M0 140h620M0 220h620M0 300h620M0 380h620" strokeWidth="1" className="stroke-line" />
      <path d="M0 318c40-4 52-34 92-38s48 20 84 6 36-78 78-88c18-4 28 2 38 10" className="stroke-ink" />
      <path d="M292 208l22 34-30 26 34 44" className="stroke-danger" />
      <path
        d="M350 258c28-8 42-46 84-58s52-52 96-62 60-8 90-38"
        className="stroke-strong"
        strokeDasharray="1 11"
      />
      <circle cx="292" cy="208" r="7" className="fill-surface stroke-ink" />
      <circle cx="318" cy="312" r="5" className="fill-danger stroke-danger" />
    </svg>
  );
}
