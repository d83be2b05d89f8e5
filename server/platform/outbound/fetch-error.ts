/** Why a page of another site could not be fetched. */
export type FetchFailure =
  | 'address-invalid'
  | 'scheme-not-allowed'
  | 'port-not-allowed'
  | 'credentials-in-address'
  | 'name-unknown'
  | 'not-public'
  | 'too-many-redirects'
  | 'no-connection'
  | 'certificate-invalid'
  | 'answer-invalid'
  | 'too-slow'
  | 'too-large'
  | 'wrong-type';

export class FetchError extends Error {
  readonly failure: FetchFailure;
  /** The address that was refused or did not answer, which redirects may have led to. */
  readonly url: string;

  constructor(failure: FetchFailure, url: string, cause?: unknown) {
    super(`${url} could not be fetched: ${failure}`, { cause });
    this.failure = failure;
    this.url = url;
  }
}

const certificateCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/;

/** Sorts an error of Node's network modules. */
export function toFetchError(error: unknown, url: string): FetchError {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && error.name === 'AbortError') return new FetchError('too-slow', url, error);
  if (certificateCodes.test(code) || code === 'EPROTO')
    return new FetchError('certificate-invalid', url, error);
  if (/^(HPE_|Z_|ERR__?ZLIB|ERR_BROTLI)/.test(code)) return new FetchError('answer-invalid', url, error);
  return new FetchError('no-connection', url, error);
}
