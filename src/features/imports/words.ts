export { requestedRows, rowsAtOnce } from './rows-shown.ts';
