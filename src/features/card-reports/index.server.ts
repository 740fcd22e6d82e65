/** Public API, server. */

export { listOpenCardReports, sizeOfCardReportQueue } from './card-reports.queries.server.ts';
export { closeCardReports } from './close-reports.server.ts';
