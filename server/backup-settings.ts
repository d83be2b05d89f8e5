import { z } from 'zod';
import { isCronExpression } from './platform/schedule/cron.ts';

/** The times of scheduled backups: five fields, as pg-boss reads them. */
export const backupSchedule = z.string().refine(isCronExpression, {
  error:
    'must be a cron expression of five fields such as 40 2 * * * (minute, hour, day of the month, month, day of the week; UTC)',
});
