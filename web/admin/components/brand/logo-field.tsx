import { type ChangeEvent, type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import type { ThemeName, ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { logoTypes } from '../../../../contract/site/logo-files.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { StoredLogo } from './stored-logo.tsx';
import { toTokenStyle } from './token-style.ts';
import { useLogoUpload } from './use-logo-upload.ts';

interface LogoFieldProps {
  name: string;
  label: string;
  /** Its digest; undefined while another one is inherited. */
  chosen: string | undefined;
  /** Shown without a choice. */
  inherited: ReactNode;
  /** The colours of the pages on which it is shown. */
  tokens: ThemeTokens;
  theme: ThemeName;
  /** The server's error. */
  error?: string | undefined;
  send: (file: File) => Promise<string>;
  onChange: (digest: string | undefined) => void;
}

/** A logo on the background of one theme. A file is chosen, or dropped. */
export function LogoField(props: LogoFieldProps) {
  const { label, chosen, inherited, tokens, theme, onChange } = props;
  const id = useId();
  const { problem, forget, isBusy, upload } = useLogoUpload({ send: props.send, onStored: onChange });
  const error = problem ?? props.error;

  return (
    <div className="grid min-w-0 content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <DropArea style={toTokenStyle(tokens, theme)} onDrop={upload}>
        {chosen ? <StoredLogo key={chosen} digest={chosen} label={label} /> : inherited}
      </DropArea>
      <FileButton
        id={id}
        name={props.name}
        error={error}
        isBusy={isBusy}
        hasFile={chosen !== undefined}
        upload={upload}
      >
        {chosen !== undefined && (
          <Button
            shape="quiet"
            size="small"
            className="min-h-11"
            aria-label={`Remove: ${label}`}
            onClick={() => {
              forget();
              onChange(undefined);
            }}
          >
            Remove
          </Button>
        )}
      </FileButton>
      <div id={`${id}-notes`} className="grid gap-1 empty:hidden">
        {error && (
          <p role="alert" className="text-[0.9375rem] text-danger">
            {error}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isBusy ? 'Uploading the logo' : ''}
      </p>
    </div>
  );
}

interface DropAreaProps {
  style: CSSProperties;
  onDrop: (file: File | undefined) => void;
  children: ReactNode;
}

/** Shows the logo on its background, and accepts a file that is dropped there. */
function DropArea({ style, onDrop, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file field is the first.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
      style={style}
      className={classNames(
        'grid min-h-28 place-items-center rounded-control border border-dashed bg-surface p-5 text-center text-ink',
        isOver ? 'border-live bg-live-wash' : 'border-strong',
      )}
    >
      {children}
    </div>
  );
}

interface FileButtonProps {
  id: string;
  name: string;
  error: string | undefined;
  isBusy: boolean;
  hasFile: boolean;
  upload: (file: File | undefined) => Promise<void>;
  children: ReactNode;
}

function FileButton({ id, name, error, isBusy, hasFile, upload, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    void upload(currentTarget.files?.[0]);
    // The same file can be chosen again after it was corrected.
    currentTarget.value = '';
  }
  const text = hasFile ? 'Choose another file' : 'Choose a file';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={logoTypes.join()}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-notes`}
        onChange={choose}
        className="peer sr-only"
      />
      <Button
        shape="secondary"
        size="small"
        className="min-h-11 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-[var(--focus)]"
        tabIndex={-1}
        aria-hidden="true"
        busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? 'Uploading…' : text}
      </Button>
      {children}
      <span className="text-note text-soft max-sm:hidden">or drop one here</span>
    </div>
  );
}
