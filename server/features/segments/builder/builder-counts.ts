/** Numbers since the start of this process. */
export interface BuilderCounts {
  segments: number;
  hits: number;
  bytes: number;
  builds: number;
  failures: number;
  buildMs: number;
  deletedFiles: number;
  purgedChanges: number;
}

export function createBuilderCounts(): BuilderCounts {
  return {
    segments: 0,
    hits: 0,
    bytes: 0,
    builds: 0,
    failures: 0,
    buildMs: 0,
    deletedFiles: 0,
    purgedChanges: 0,
  };
}
