/** Face, pure: what browser and server both say of decisions. */
export {
  decisionLimits as rulingLimits,
  decisionTimes as rulingTimes,
  decisionTitle as rulingTitle,
  type HouseRule,
  houseRuleCodes,
  houseRules,
  usualRule,
} from './model/decision.rules.ts';
export { fillText, placeholders } from './model/statement-text.rules.ts';
