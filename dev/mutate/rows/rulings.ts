import { type Mutation, planted } from '../mutation.ts';

const rulings = 'src/features/moderation';
const market = ['src/features/moderation/moderation.test.ts'];
const measures = ['src/features/moderation/decide/moderation-measures.test.ts'];
const byMail = ['src/features/moderation/appeal/appeal-by-mail.test.ts'];
const at = (file: string, tests: string[] = market) => ({ area: 'rulings', row: 'RO-05', file, tests });

export const rulingRows: readonly Mutation[] = [
  ...planted(
    at(`${rulings}/ruling.standing.ts`),
    ['who decided first judges the appeal', 'return others.length > 0 ? others : able;', 'return able;'],
    ['an appeal comes years later', "return now < appealEnds(row) ? 'open' : 'late';", "return 'open';"],
    ['an appeal is made again and again', "if (row.appealedAt !== null) return 'made';", ''],
  ),
  ...planted(at(`${rulings}/ruling.standing.ts`), [
    'who reported it judges the appeal',
    'id !== row.memberId && id !== row.reporterId',
    'id !== row.memberId',
  ]),
  ...planted(at(`${rulings}/appeal-token.ts`, byMail), [
    'any signature opens a decision',
    'return secrets.some(',
    'return secrets.length > 0 || secrets.some(',
  ]),
  ...planted(at(`${rulings}/appeal-by-mail.server.ts`, byMail), [
    'a link outlives its suspension',
    'if (!(await isSuspended(db, row.memberId)))',
    'if (false as boolean)',
  ]),
  ...planted(at(`${rulings}/rule-on-member.server.ts`), [
    'a suspension that is lifted stays open',
    "(tx, now) => endRulings(tx, { act: 'suspended', memberId: userId }, now)",
    'async () => {}',
  ]),
  ...planted(
    at(`${rulings}/appeal.server.ts`),
    ['anybody appeals', "rulingPolicy.check(actor, 'appeal', row);", ''],
    ['two appeals at once are two', "where(eq(ruling.id, id)).for('update')", 'where(eq(ruling.id, id))'],
  ),
  ...planted(
    at(`${rulings}/answer-appeal.server.ts`),
    [
      'what was hidden stays hidden',
      "given.outcome === 'overturned' && row.endedAt === null ?",
      "given.outcome === 'upheld' && row.endedAt === null ?",
    ],
    ['an appeal is answered twice', 'if (row.answeredAt !== null)', 'if (row.answeredAt !== null && row.endedAt === null)'],
  ),
  ...planted(at(`${rulings}/record-ruling.server.ts`), ['nobody is told why', 'tx.enqueue(mailRulingJob, { rulingId: row.id });', '']),
  ...planted(at(`${rulings}/statement-text.rules.ts`, measures), ['a text may hold words that stand for nothing', 'return written;', 'return null;']),
  ...planted(
    at('src/features/auth/limitation/limit-member.server.ts', measures),
    ['a limit keeps from nothing', 'if (until === null) return;', 'return;'],
    ['an operator is limited', "entryPolicy.check({ id: by, role: 'admin' }, 'suspend a member', await getAccount(tx.db, userId));", ''],
  ),
  ...planted(
    at('src/features/listings/lifecycle/new-seller-limit.server.ts', ['src/features/listings/lifecycle/new-sellers.test.ts']),
    ['what is for sale does not count', 'liveStatuses])));', "liveStatuses]), eq(listing.status, 'reserved')));"],
    ['no record is asked for', 'const step = stepOf(buyers);', 'const step = stepOf(1_000);'],
  ),
  ...planted(at('src/features/listings/lifecycle/edit-listing.server.ts', ['src/features/listings/lifecycle/new-sellers.test.ts']), [
    'a cheap listing becomes dear',
    'if (raisesValue(row, updated)) await requireSellerRoom(platform, tx, actor.id);',
    '',
  ]),
];
