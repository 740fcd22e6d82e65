import { marketplaceMutants } from './marketplace.ts';
import { moneyMutants } from './money.ts';
import { payoutsMutants } from './payouts.ts';
import { platformMutants } from './platform.ts';

export const mutants = [...moneyMutants, ...payoutsMutants, ...platformMutants, ...marketplaceMutants];
