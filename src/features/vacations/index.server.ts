/** Face, server: what pages may ask of absences. */
export { asksForReturn } from './request-return-notice.server.ts';
