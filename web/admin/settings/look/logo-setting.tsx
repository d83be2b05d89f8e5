import { type ChangeEvent, type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import type { ThemeTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { uploadLogo } from '../../api/settings.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { toTokenStyle } from './specimen.tsx';
import { StoredLogo } from './stored-logo.tsx';

type LogoPath = 'look.logoLight' | 'look.logoDark';

interface LogoSettingProps {
  path: LogoPath;
  label: string;
  /** Shown without this logo. */
  empty: string;
  /** The colours of the pages on which it is shown. */
  tokens: ThemeTokens;
}

const types = ['image/svg+xml', 'image/png'];
const bytesMax = 256_000;

/** The reason why a file cannot be used, before it is sent. */
function findProblem(file: File): string | undefined {
  if (!types.includes(file.type)) return `${file.name} is no SVG or PNG picture.`;
  if (file.size > bytesMax)
    return `${file.name} has ${Math.ceil(file.size / 1000)} kB. A logo may have at most 256 kB.`;
  return undefined;
}

/** Sends a chosen picture to the server, which checks and cleans it. The settings refer to it once they are saved. */
function useLogoUpload(path: LogoPath) {
  const { change } = useSetting(path);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function upload(file: File | undefined): Promise<void> {
    if (!file || isBusy) return;
    const found = findProblem(file);
    setProblem(found);
    if (found) return;
    setIsBusy(true);
    try {
      change((await uploadLogo(file, file.type)).digest);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  return { problem, setProblem, isBusy, upload };
}

export function LogoSetting({ path, label, empty, tokens }: LogoSettingProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const light = useSetting('look.logoLight').value;
  const { value, error: rejected, reset } = useSetting(path);
  const { problem, setProblem, isBusy, upload } = useLogoUpload(path);
  const isDark = path === 'look.logoDark';
  const shown = value ?? (isDark ? light : undefined);
  const error = problem ?? rejected;

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    void upload(currentTarget.files?.[0]);
    // The same file can be chosen again after it was corrected.
    currentTarget.value = '';
  }

  return (
    <div className="grid min-w-0 content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <DropArea style={toTokenStyle(tokens, isDark ? 'dark' : 'light')} onDrop={upload}>
        {shown ? (
          <StoredLogo key={shown} digest={shown} label={label} />
        ) : (
          <p className="text-note text-soft">{empty}</p>
        )}
      </DropArea>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          id={id}
          name={path}
          type="file"
          accept={types.join()}
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
          {isBusy ? 'Uploading…' : value ? 'Choose another file' : 'Choose a file'}
        </Button>
        {value && (
          <Button
            shape="quiet"
            size="small"
            className="min-h-11"
            aria-label={`Remove: ${label}`}
            onClick={() => {
              setProblem(undefined);
              reset();
            }}
          >
            Remove
          </Button>
        )}
        <span className="text-note text-soft max-sm:hidden">or drop one here</span>
      </div>
      <div id={`${id}-notes`} className="grid gap-1">
        {error && (
          <p role="alert" className="text-[0.9375rem] text-danger">
            {error}
          </p>
        )}
        <p role="status" className="sr-only">
          {isBusy ? 'Uploading the logo' : ''}
        </p>
      </div>
      <OriginalNote path={path} hasReset={false} />
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
        'grid min-h-28 place-items-center rounded-control border border-dashed bg-surface p-5 text-center',
        isOver ? 'border-live bg-live-wash' : 'border-strong',
      )}
    >
      {children}
    </div>
  );
}
