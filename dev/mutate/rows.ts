import type { Mutation } from './mutation.ts';

export const rows: readonly Mutation[] = [];
