import { brand } from '../../site/brand.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { NamedMark, ProductMark } from './marks.tsx';

/** The logo and the name. `isCompact` hides the name on small screens. */
export function BrandMark({ isCompact = false }: { isCompact?: boolean }) {
  const { logo, isRenamed } = siteSettings();
  if (logo) {
    return (
      <span
        role="img"
        aria-label={brand().name}
        className="block h-7 max-w-44 bg-(image:--logo) bg-contain bg-left bg-no-repeat [print-color-adjust:exact]"
        style={{ aspectRatio: logo.ratio }}
      />
    );
  }
  // The mark is that of the product's own name.
  const mark = isRenamed ? <NamedMark /> : <ProductMark />;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-[-0.02em]">
      {mark}
      <span
        className={
          isCompact && !isRenamed
            ? 'hidden text-[1.1875rem] leading-none sm:inline'
            : 'truncate text-[1.1875rem] leading-[1.2]'
        }
      >
        {brand().name}
      </span>
    </span>
  );
}
