import { registerHooks } from 'node:module';

/**
 * Takes drizzle in its CommonJS build. As ES modules its cyclic graph makes V8 create some 160 MB of garbage while linking, and the room for it is
 * never given back (measured for `db.ts` alone: 312 MB and 460 ms, against 88 MB and 123 ms). Loaded by `node --import`, before anything is linked.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    return next(specifier, { ...context, conditions: [...context.conditions.filter((condition) => condition !== 'import'), 'require'] });
  },
});
