/** Face, server: what other rooms may ask of tiers. */
export { type TierDefinition, tierDefinition, tierDefinitions } from './contract.ts';
export { definitionOf, tierOf } from './tier-of.server.ts';
