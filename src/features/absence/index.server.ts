/** Face, server: what pages may ask of absences. */
export { returnAsked } from './ask-for-return.server.ts';
