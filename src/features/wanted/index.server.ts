/** Face, server: what other rooms and pages may ask of wanted posts. */
export { type Bought, fillWants, giveWantsBack } from './fill-wants.server.ts';
export { copiesUnder } from './match-many.server.ts';
export { countWanting } from './meeting.queries.server.ts';
export { isSought, keyOfWant, keysOfCopy, type Sought } from './wanted.rules.ts';
export { newestWants } from './wants.queries.server.ts';
