import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import { decideMoney } from './decide-money.server.ts';
import { moneyDecisionInput } from './money.contract.ts';

export type MoneyAnswer = FormAnswer;

/** Carries out the decision that a form of the page names. The caller has stepped up. */
export function actOnMoney(platform: Platform, by: string, form: FormData) {
  return answerForm<MoneyAnswer>(form, ['act', 'about', 'reason'], async () => {
    const { about: _about, ...typed } = Object.fromEntries([...form.keys()].map((name) => [name, text(form, name)]));
    await decideMoney(platform, by, parseInput(moneyDecisionInput, typed));
    return { saved: 'Decision saved' };
  });
}
