export { rowsAsked, rowsAtOnce } from './rows-shown.ts';
