/**
 * The privacy policy names the server's setting for the retention of events. Built pages contain this placeholder,
 * which the server replaces by its number of days.
 */
export const retentionPlaceholder = 'retention-days.invalid';
