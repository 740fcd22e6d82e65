/** Face, server: what pages may ask of absences. */
export { asksForReturn } from './ask-for-return.server.ts';
