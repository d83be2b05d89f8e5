/** The name of the queue is stored in the database, so it must not change. */
export const makeReportJob = 'make-report';
