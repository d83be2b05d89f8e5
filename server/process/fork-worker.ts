import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';

/** An argument, because an IPC channel proves nothing: a process manager or watcher may open one to the parent. */
const workerFlag = '--worker';

export const isForkedWorker = () => process.argv.includes(workerFlag);

/** For a single worker, which opens the port itself: passing connections on from the parent would only cost time. */
export function forkSingleWorker(): ChildProcess {
  return fork(process.argv[1] ?? '', [workerFlag]);
}

/** For several workers: the parent accepts connections and distributes them in turn. */
export function forkClusterWorker(): ChildProcess {
  const worker = cluster.fork();
  // SupervisedWorker handles the errors of the process. `cluster` emits them here again, and without a listener they
  // would end the parent.
  worker.on('error', () => {});
  return worker.process;
}
