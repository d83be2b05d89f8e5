import type { Command } from './cli.ts';

export async function seed({ print }: Command): Promise<void> {
  print('');
}
