/** Shortest time between two refreshes, so that a busy site does not make every portal ask all the time. */
const intervalMs = 2_000;
/** Lists are part of every fifth refresh. */
const wholeEvery = 5;

/**
 * Asks for new answers after events: at once after a quiet time, then one interval after the answers of the last refresh
 * have arrived, however slow they are. `refresh` receives whether lists are asked too; the last refresh always asks them.
 */
export function createRefresh(refresh: (isWhole: boolean) => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequested = false;
  let count = 0;
  let hasOldLists = false;
  let isStopped = false;

  function wait(): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (isRequested) void run(count % wholeEvery === 0);
      else if (hasOldLists) void run(true);
    }, intervalMs);
  }

  async function run(isWhole: boolean): Promise<void> {
    isRequested = false;
    isRunning = true;
    count += 1;
    hasOldLists = !isWhole;
    try {
      await refresh(isWhole);
    } finally {
      isRunning = false;
      if (!isStopped) wait();
    }
  }

  return {
    request: () => {
      isRequested = true;
      if (timer === undefined && !isRunning && !isStopped) void run(true);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
