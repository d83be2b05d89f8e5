/**
 * How long single events are kept is the server's setting, and the privacy policy names it. Built pages say
 * this instead, and the server puts its number of days in its place.
 */
export const retentionPlaceholder = 'retention-days.invalid';
