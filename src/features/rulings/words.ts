/** Face, pure: what browser and server both say of decisions. */
export { type HouseRule, houseRuleCodes, houseRules, rulingLimits, rulingMeaning, rulingTimes, rulingTitle, usualRule } from './ruling.rules.ts';
export { fillText, type Placeholder, placeholders } from './statement-text.rules.ts';
