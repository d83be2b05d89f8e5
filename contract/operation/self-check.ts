import { z } from 'zod';

/** The parts that are checked, in the order of screens. */
export const checkedParts = [
  'backups',
  'backup-disk',
  'disk',
  'database-durability',
  'database-role',
  'schema',
  'clock',
  'mail',
  'proxy',
  'tls',
  'segments',
] as const;
export const checkedPart = z.enum(checkedParts);
export type CheckedPart = z.infer<typeof checkedPart>;

export const finding = z.object({
  part: checkedPart,
  /** `notice`: worth knowing, or not known. `problem`: data, mails or visitors are at risk. */
  state: z.enum(['ok', 'notice', 'problem']),
  sentence: z.string(),
  /** The next step; null if there is nothing to do. */
  advice: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const selfCheck = z.object({
  checkedAt: z.iso.datetime(),
  findings: z.array(finding),
});
export type SelfCheckAnswer = z.infer<typeof selfCheck>;
