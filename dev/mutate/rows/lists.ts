import { type Mutation, planted } from '../mutation.ts';

const imports = 'src/features/imports';
const lists = 'src/features/want-lists';
const reading = [`${imports}/read-wants.test.ts`];
const market = ['src/features/want-lists/want-lists.test.ts', 'src/features/want-lists/read/want-lists-notifications.test.ts'];

const bought = ['src/features/want-lists/edit/want-lists-bought.test.ts'];
const reported = ['src/features/want-lists/edit/want-lists-reported.test.ts'];

export const listRows: readonly Mutation[] = [
  ...planted(
    { area: 'lists', row: '12-2', file: `${imports}/match/names-of-cards.ts`, tests: reading },
    ['a name of two games is taken for the first', 'if (only && cards.length === 1)', 'if (only)'],
    ['a bracket is always a set', '  if (isPart) return', "  if (isPart && said.number !== '') return"],
  ),
  ...planted({ area: 'lists', row: '12-2', file: `${lists}/list.policy.ts`, tests: market }, [
    'a private list is seen by all',
    'isShown(asker, list) || owner(asker, list)',
    'true',
  ]),
  ...planted({ area: 'lists', row: '12-2', file: `${lists}/add-lines.server.ts`, tests: market }, [
    'the tier’s lines are not counted',
    'own.length + fresh.size > most',
    'fresh.size > most',
  ]),
  ...planted({ area: 'lists', row: '12-2', file: `${lists}/wanting.server.ts`, tests: market }, [
    'what stood there before is told',
    ', lt(wantListLine.createdAt, since)',
    '',
  ]),
  ...planted(
    { area: 'lists', row: '12-2', file: `${lists}/fill-lines.server.ts`, tests: bought },
    ['a bought copy is ticked off twice', ' || (await tx.db.$count(wantListFill, eq(wantListFill.orderId, orderId))) > 0', ''],
    ['one copy is ticked off two lines', '      each.left -= some;\n', ''],
    ['what comes back stays ticked off', 'tick(tx, line, -copies, now)', 'tick(tx, line, 0, now)'],
  ),
  ...planted({ area: 'lists', row: '12-2', file: `${lists}/list.policy.ts`, tests: reported }, [
    'a hidden list is seen by all',
    "(hiddenAt === null || asker?.role === 'admin')",
    '(hiddenAt === null || hiddenAt !== null)',
  ]),
  ...planted({ area: 'lists', row: '12-2', file: 'src/features/messages/reports/report-words.ts', tests: reported }, [
    'a report of a list names its owner',
    "if (kind === 'list' && name !== 'you') return thing;",
    '',
  ]),
  ...planted({ area: 'lists', row: '12-2', file: `${lists}/hide-list.server.ts`, tests: reported }, [
    'a reported list escapes by being private',
    " || (await isReported(tx.db, 'list', row.id))",
    '',
  ]),
  ...planted({ area: 'lists', row: '12-2', file: 'src/features/moderation/decide/decide-on-list.server.ts', tests: reported }, [
    'a list that is shown again leaves its decision standing',
    "(tx, { id }, now) => endRulings(tx, { act: 'list_hidden', subjectId: id }, now)",
    'async () => {}',
  ]),
];
