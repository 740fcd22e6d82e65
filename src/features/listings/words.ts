export { type Checklist, checklistRows } from './checklist.ts';
