import { availableParallelism } from 'node:os';

/** For a small machine that also runs Node. Durability is never reduced for speed. */
export const defaultSettings: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  huge_pages: 'off',
  wal_buffers: '16MB',
  wal_compression: 'on',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel plans would use the cores that serve requests, and need more /dev/shm than containers have.
  max_parallel_workers_per_gather: availableParallelism() > 4 ? '2' : '0',

  // Presence and revisions are small tables with frequent updates.
  autovacuum_max_workers: '2',
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_vacuum_cost_limit: '1000',

  timezone: 'UTC',
  lc_messages: 'C',

  // One file per weekday, overwritten after a week. The app reports failed statements: their text and details contain
  // visitors' data.
  logging_collector: 'on',
  log_directory: '../log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

export function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
