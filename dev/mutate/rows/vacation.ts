import { type Mutation, planted } from '../mutation.ts';

const at = (file: string) => ({ area: 'vacation', file: `src/features/${file}`, tests: ['src/features/vacations/vacation.test.ts'] });

export const vacationRows: readonly Mutation[] = [
  ...planted(at('listings/stock/stock.server.ts'), ['copies of an away seller are held', 'await refuseAway(tx, row.sellerId, now);', '']),
  ...planted(at('listings/stock/offer-terms.server.ts'), [
    'offers are made and accepted while the seller is away',
    'await refuseAway(tx, row.sellerId, now);',
    '',
  ]),
  ...planted(
    at('members/vacation/vacation.rules.ts'),
    ['a wait runs on while the seller is away', '    at = end;', '    at = Math.max(at, start);'],
    ['a vacation has no longest time', 'if (to > addMs(startsAt, vacationLimits.longestDays * dayMs))', 'if (false)'],
    ['a second vacation takes the place of the first', 'if (standing && !isChange) return', 'if (false) return'],
  ),
  ...planted(at('offers/queries/offer.move.server.ts'), [
    'the end that is stored decides',
    'row: clocked(row, await listVacations(tx.db, [row.sellerId], row.createdAt)), listing',
    'row, listing',
  ]),
  ...planted(at('members/members.present.server.ts'), [
    'everybody reads what is planned',
    'vacation && isWithin(vacation, now) ? presentVacation(vacation) : null',
    'vacation && presentVacation(vacation)',
  ]),
  ...planted(
    at('vacations/notify-return.server.ts'),
    ['who asked is told again each time', 'await tx.db.delete(returnWait)', 'void tx.db.delete(returnWait)'],
    ['a longer vacation counts as a return', 'if ((await findAway(tx.db, [sellerId], now)).size > 0) return;', ''],
  ),
];
