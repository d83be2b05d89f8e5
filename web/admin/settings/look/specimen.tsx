import type { ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { SpecimenBars } from '../../components/brand/specimen-bars.tsx';
import { toTokenStyle } from '../../components/brand/token-style.ts';
import { useSetting } from '../model/settings-draft-context.ts';

interface SpecimenProps {
  name: string;
  tokens: ThemeTokens;
  colorScheme: 'light' | 'dark';
}

/** A small page in the colours that are being chosen. It only shows: nothing in it can be used. */
export function Specimen({ name, tokens, colorScheme }: SpecimenProps) {
  const title = useSetting('brand.name').value ?? '';
  return (
    <figure aria-label={name} className="min-w-0">
      <figcaption className="mb-2 text-note text-soft">{name}</figcaption>
      <div
        style={toTokenStyle(tokens, colorScheme)}
        className="grid gap-4 overflow-hidden rounded-panel border border-line bg-surface p-4 text-ink sm:p-5"
      >
        <p className="text-[1.375rem] leading-tight font-medium tracking-[-0.014em] wrap-anywhere">{title}</p>
        <p className="text-[0.9375rem] text-soft">
          Text is this dark, and{' '}
          <span className="text-live underline decoration-current underline-offset-4">a link</span> looks like
          this.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <span className="rounded-control bg-action px-4 py-2 text-[0.9375rem] font-medium text-action-ink">
            Book a demo
          </span>
          <span className="rounded-control border border-strong bg-raised px-4 py-2 text-[0.9375rem] font-medium">
            Prices
          </span>
        </div>
        <div className="rounded-control border border-line bg-raised p-3.5">
          <p className="flex items-center justify-between gap-2 text-note">
            <span className="text-soft">Visitors</span>
            <span className="inline-flex items-center gap-2 text-live">
              <span className="size-2 rounded-full bg-live-dot" aria-hidden="true" />7 live
            </span>
          </p>
          <SpecimenBars
            toClassName={(index, count) =>
              index === count - 1 ? 'fill-chart-1' : index % 3 === 1 ? 'fill-chart-2' : 'fill-bar'
            }
          />
        </div>
        <p className="flex flex-wrap gap-2 text-note">
          <span className="rounded-full bg-live-wash px-2.5 py-1 text-live">Chosen</span>
          <span className="rounded-full bg-warn-wash px-2.5 py-1 text-warn">Warning</span>
          <span className="rounded-full bg-danger-wash px-2.5 py-1 text-danger">Error</span>
        </p>
      </div>
    </figure>
  );
}
