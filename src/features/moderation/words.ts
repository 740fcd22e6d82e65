/** Face, pure: what browser and server both say of decisions. */
export { type HouseRule, houseRuleCodes, houseRules, rulingLimits, rulingTimes, rulingTitle, usualRule } from './model/decision.rules.ts';
export { fillText, placeholders } from './model/statement-text.rules.ts';
