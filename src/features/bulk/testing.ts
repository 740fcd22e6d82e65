import type { Money } from '#kernel/numbers/money.ts';

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });
