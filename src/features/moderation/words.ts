/** Face, pure: what browser and server both say of decisions. */
export {
  decisionLimits,
  decisionTimes,
  decisionTitle,
  type HouseRule,
  houseRuleCodes,
  houseRules,
  usualRule,
} from './model/decision.rules.ts';
export { fillText, placeholders } from './model/statement-text.rules.ts';
