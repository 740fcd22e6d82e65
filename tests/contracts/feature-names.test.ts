import { expect, test } from 'vitest';
import { composeMarket } from '#app/server/compose.server.ts';
import { features } from '#app/server/features.server.ts';
import type { Feature } from '#platform/feature.ts';
import { feature as notes } from '#testing/sample-feature/feature.server.ts';

test('a feature declares nothing that another feature has already: a table, a place, a rank, a counter, a kind of mail', () => {
  const beside = (feature: Omit<Feature, 'name'>) => () => composeMarket([...features, { name: 'late', ...feature }]);
  expect(() =>
    composeMarket([
      ...features,
      notes,
      { name: 'late', ...(notes.personalData && { personalData: notes.personalData }) },
    ]),
  ).toThrow('two features claim the table sample_note');
  expect(beside({ navigation: [{ in: 'settings', rank: 901, to: '/settings/data', label: 'Mine' }] })).toThrow(
    'two features claim the place in settings: /settings/data',
  );
  expect(beside({ navigation: [{ in: 'settings', rank: 70, to: '/settings/late', label: 'Mine' }] })).toThrow(
    'two features claim the rank in settings: 70',
  );
  expect(beside({ navigation: [{ in: 'main', rank: 7, to: '/late', label: 'Mine', counter: 'late' }] })).toThrow(
    'no feature has the counter late',
  );
  const counter = { count: async () => 0, topics: () => [] };
  expect(beside({ counters: { orders: counter } })).toThrow('two features claim the counter orders');
  const kind = {
    name: 'late',
    rank: 7,
    label: 'Late',
    means: 'Late.',
    why: 'You’re receiving this email because you are late.',
  };
  expect(beside({ mailKinds: [{ ...kind, name: 'sales' }] })).toThrow('two features claim the kind of mail sales');
  expect(beside({ mailKinds: [{ ...kind, rank: 10 }] })).toThrow(
    'two features claim the rank among the kinds of mail 10',
  );
  expect(beside({ adminPanels: [{ id: 'tier', rank: 7, title: 'Tier', read: async () => [] }] })).toThrow(
    'two features claim the panel of the operator tier',
  );
});
