export * as messages from './message-texts.ts';
