import { marketplaceMutants } from './marketplace.ts';
import { moneyMutants } from './money.ts';
import { platformMutants } from './platform.ts';

export const mutants = [...moneyMutants, ...platformMutants, ...marketplaceMutants];
