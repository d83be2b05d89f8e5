import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';

/** An argument, because a process manager or a watcher may open an IPC channel to the parent as well. */
const workerFlag = '--worker';

export const isForkedWorker = () => process.argv.includes(workerFlag);

/** The only worker opens the port itself: handing connections over from the parent would cost time and gain nothing. */
export function forkAlone(): ChildProcess {
  return fork(process.argv[1] ?? '', [workerFlag]);
}

/** One of several workers: the parent accepts the connections and hands them out in turn. */
export function forkInCluster(): ChildProcess {
  const worker = cluster.fork();
  // The slot handles the error of the process; the cluster repeats it here, where it would end the parent.
  worker.on('error', () => {});
  return worker.process;
}
