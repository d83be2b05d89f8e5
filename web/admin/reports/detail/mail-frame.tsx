import { useState } from 'react';
import type { ReportMailPreview } from '../../../../contract/reports/reports.ts';
import { HtmlFrame } from '../../../ui/frame/html-frame.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { withTheme } from '../model/with-theme.ts';

const widths = [
  { value: '600', label: 'Computer' },
  { value: '360', label: 'Phone' },
  { value: 'text', label: 'Text' },
] as const;
const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** A mail as programs for mail show it: wide, on a phone, as text, light and dark. */
export function MailFrame({ mail }: { mail: ReportMailPreview }) {
  const [width, setWidth] = useState<string>(() =>
    matchMedia('(min-width: 40rem)').matches ? '600' : '360',
  );
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <SegmentedControl
          legend="Width"
          name="mail-width"
          options={widths}
          value={width}
          onChange={setWidth}
        />
        {width !== 'text' && (
          <SegmentedControl
            legend="Theme"
            name="mail-theme"
            options={themes}
            value={theme}
            onChange={(chosen) => setTheme(chosen === 'dark' ? 'dark' : 'light')}
          />
        )}
      </div>
      <p className="text-[0.9375rem] wrap-anywhere">
        <span className="text-soft">Subject:</span> {mail.subject}
      </p>
      {width === 'text' ? (
        <pre className="max-w-full overflow-x-auto rounded-panel border border-line bg-raised p-4 font-mono text-note whitespace-pre-wrap">
          {mail.text}
        </pre>
      ) : (
        // A narrow screen scrolls the mail: a narrower mail would show its layout for phones.
        <section
          aria-label="Preview of the mail"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
          tabIndex={0}
          className="w-fit max-w-full overflow-x-auto rounded-panel border border-line"
        >
          <div style={{ width: `${width}px` }}>
            <HtmlFrame title="The mail" html={withTheme(mail.html, theme)} theme={theme} />
          </div>
        </section>
      )}
    </div>
  );
}
