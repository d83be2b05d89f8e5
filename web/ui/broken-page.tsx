import { Button, buttonClasses } from './button.tsx';
import { SiteFrame } from './site-frame.tsx';

/** What stands where a page failed. Its ways out load anew: what failed may be a script of the page itself. */
export function BrokenPage({ reason }: { reason: string }) {
  return (
    <SiteFrame>
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:min-h-[72dvh] lg:grid-cols-[1fr_1.1fr]">
        <div className="min-w-0">
          <h1 className="text-display">Unexpected Application Error!</h1>
          <p className="mt-5 max-w-[42ch] text-lead text-soft">
            Something on this page went wrong on our side. Loading it again often helps.
          </p>
          <p className="mt-6 max-w-[60ch] border-l-2 border-danger pl-4 font-mono text-note break-words text-soft">
            {reason}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button onClick={() => location.reload()}>Load again</Button>
            <a href="/" className={buttonClasses({ shape: 'secondary' })}>
              Return to Home
            </a>
          </div>
        </div>
        <BrokenCurve />
      </div>
    </SiteFrame>
  );
}

/** A reading that rises and then has nowhere to go on. */
function BrokenCurve() {
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
      <path d="M352 268l24-36 28 20 30-52" className="stroke-strong" strokeDasharray="1 11" />
      <path d="M434 200c34-20 52-58 96-66s60-8 90-34" className="stroke-strong" strokeDasharray="1 11" />
      <circle cx="292" cy="208" r="7" className="fill-surface stroke-ink" />
      <circle cx="318" cy="312" r="5" className="fill-danger stroke-danger" />
    </svg>
  );
}
