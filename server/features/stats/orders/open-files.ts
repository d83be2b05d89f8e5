import { AppError } from '../../../platform/errors.ts';

/** Limits of files that are read at the same time: each has a temporary file until its client has it. */
const openMax = { ofCompany: 4, inAll: 16 };

/** Counts the files of a process that clients are reading. */
export class OpenFiles {
  readonly #open = new Map<string, number>();
  #count = 0;

  /**
   * Counts another file of a company. The caller calls the returned function when it is closed, once or more.
   * @throws {AppError} 429 `too-many-requests`
   */
  open(companyId: string): () => void {
    const ofCompany = this.#open.get(companyId) ?? 0;
    if (ofCompany >= openMax.ofCompany || this.#count >= openMax.inAll) throw tooManyFiles();
    this.#open.set(companyId, ofCompany + 1);
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#count -= 1;
      const left = (this.#open.get(companyId) ?? 1) - 1;
      if (left > 0) this.#open.set(companyId, left);
      else this.#open.delete(companyId);
    };
  }
}

function tooManyFiles(): AppError {
  const message = 'Other files are being downloaded. Please try again when they have arrived.';
  return new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '10' } });
}
