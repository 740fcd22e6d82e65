/** A piece of PostgreSQL's parse tree: an object with one key, its kind. */
// biome-ignore lint/suspicious/noExplicitAny: the tree's shape is PostgreSQL's own, several hundred kinds
export type Node = Record<string, any>;

export interface Seen {
  /** Tables that this file made: empty, and unknown to any running process. */
  made: Set<string>;
  /** Constraints that this file added without looking at the rows. */
  added: Set<string>;
  isBare: boolean;
}

type Danger = readonly [rule: string, why: string];

const words = {
  'index-locks-writes':
    'building an index stops all writes to the table; use `create index concurrently` in a file that begins with "-- outside a transaction"',
  'needs-no-transaction': 'PostgreSQL runs this in no transaction; begin the file with "-- outside a transaction"',
  'required-column':
    'a process of the version before does not fill it, and its inserts would fail; let it be null or give it a constant default',
  'rewrites-table':
    'writes the whole table anew while nobody may even read it; add a plain column and fill it by a job in small steps',
  'scans-table':
    'looks at every row while writes wait; add the constraint `not valid`, and `validate constraint` it in a later file',
  'validates-at-once':
    'looks at every row under the lock that adding the constraint took; put `validate constraint` into a later file',
  'unique-locks-table':
    'builds its index while nobody may read or write; `create unique index concurrently` first, then `add constraint … using index`',
  'drops-what-is-used':
    'a process of the version before still uses it; stop using it in one release, drop it in the next',
  'renames-what-is-used': 'a process of the version before knows it by its old name; add the new one beside it',
  'drops-default': 'a process of the version before may rely on the default when it inserts',
  'many-rows-at-once': 'changes rows of a table in use in one long transaction; let a job do it in small steps',
  'takes-whole-table': 'locks the whole table against others for as long as it runs',
  'changes-others-writes': 'changes what the writes of a running process do',
  'cannot-be-read': 'what it would do cannot be read from the file',
} as const;
type Rule = keyof typeof words;
export const ruleNames: ReadonlySet<string> = new Set(Object.keys(words));

const danger = (rule: Rule, about = ''): Danger => [rule, about ? `${about}: ${words[rule]}` : words[rule]];

/** Harmless whatever they say: they make something new, or only speak. */
const harmless = new Set(
  'CreateStmt CreateTableAsStmt CreateSeqStmt CreateEnumStmt CompositeTypeStmt CreateExtensionStmt CreateSchemaStmt CreateStatsStmt CommentStmt InsertStmt SelectStmt VariableSetStmt GrantStmt'.split(
    ' ',
  ),
);
/** Locks that are held for as long as the statement runs, which is as long as the table is large. */
const wholeTable = new Set('TruncateStmt LockStmt VacuumStmt ClusterStmt ReindexStmt RefreshMatViewStmt'.split(' '));

/** What one statement of a migration would do to a table that has rows, or to a process of the version before. */
export function dangersOf(stmt: Node, seen: Seen): Danger[] {
  const [kind, body] = Object.entries(stmt)[0] as [string, Node];
  const table: string = body.relation?.relname ?? '';
  if (kind === 'CreateStmt') seen.made.add(table);
  if (kind === 'CreateTableAsStmt') seen.made.add(body.into?.rel?.relname ?? '');
  if (harmless.has(kind) || (table !== '' && seen.made.has(table))) return [];
  if (kind === 'AlterTableStmt')
    return body.cmds.flatMap(({ AlterTableCmd: cmd }: Node) => dangersOfChange(cmd, table, seen));
  if (kind === 'IndexStmt') {
    if (!body.concurrent) return [danger('index-locks-writes', table)];
    return seen.isBare ? [] : [danger('needs-no-transaction')];
  }
  if (kind === 'DropStmt') {
    if (body.removeType !== 'OBJECT_INDEX') return [danger('drops-what-is-used')];
    if (!body.concurrent) return [danger('takes-whole-table', 'drop index without concurrently')];
    return seen.isBare ? [] : [danger('needs-no-transaction')];
  }
  if (kind === 'RenameStmt') return [danger('renames-what-is-used', table)];
  if (kind === 'AlterEnumStmt') return body.oldVal ? [danger('renames-what-is-used')] : [];
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt' || kind === 'MergeStmt')
    return [danger('many-rows-at-once', table)];
  if (kind === 'CreateTrigStmt' || kind === 'RuleStmt') return [danger('changes-others-writes', table)];
  if (kind === 'CreateFunctionStmt' || kind === 'ViewStmt')
    return body.replace ? [danger('changes-others-writes', 'or replace')] : [];
  if (wholeTable.has(kind)) return [danger('takes-whole-table', table)];
  return [danger('cannot-be-read', kind)];
}

const harmlessChanges = new Set(
  'AT_DropNotNull AT_DropConstraint AT_SetStatistics AT_SetOptions AT_ResetOptions AT_SetRelOptions AT_ResetRelOptions AT_SetStorage AT_SetCompression'.split(
    ' ',
  ),
);
const rewrites = new Set(
  'AT_AlterColumnType AT_SetLogged AT_SetUnLogged AT_SetTableSpace AT_SetAccessMethod AT_AddIdentity'.split(' '),
);

function dangersOfChange(cmd: Node, table: string, seen: Seen): Danger[] {
  const { subtype } = cmd;
  const about = `${table}${cmd.name ? `.${cmd.name}` : ''}`;
  if (subtype === 'AT_AddColumn') return dangersOfColumn(cmd.def.ColumnDef, table);
  if (subtype === 'AT_AddConstraint') return dangersOfConstraint(cmd.def.Constraint, table, seen);
  if (subtype === 'AT_ValidateConstraint')
    return seen.added.has(cmd.name) ? [danger('validates-at-once', cmd.name)] : [];
  if (subtype === 'AT_DropColumn') return [danger('drops-what-is-used', about)];
  if (subtype === 'AT_SetNotNull') return [danger('scans-table', `${about} set not null`)];
  if (subtype === 'AT_ColumnDefault') return cmd.def ? [] : [danger('drops-default', about)];
  if (rewrites.has(subtype)) return [danger('rewrites-table', about)];
  return harmlessChanges.has(subtype) ? [] : [danger('cannot-be-read', subtype)];
}

function dangersOfConstraint(constraint: Node, table: string, seen: Seen): Danger[] {
  const { contype, conname = '', skip_validation, indexname } = constraint;
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return indexname ? [] : [danger('unique-locks-table', table)];
  if (contype === 'CONSTR_EXCLUSION') return [danger('unique-locks-table', table)];
  if (skip_validation) {
    seen.added.add(conname);
    return [];
  }
  return [danger('scans-table', `${table} ${conname}`)];
}

function dangersOfColumn(column: Node, table: string): Danger[] {
  const about = `${table}.${column.colname}`;
  const rules: Node[] = (column.constraints ?? []).map((each: Node) => each.Constraint);
  const has = (contype: string) => rules.find((rule) => rule.contype === contype);
  const typeName: string = column.typeName?.names?.at(-1)?.String?.sval ?? '';
  const fallback = has('CONSTR_DEFAULT');
  const found: Danger[] = [];
  if (has('CONSTR_NOTNULL') && !fallback) found.push(danger('required-column', about));
  const isComputed = has('CONSTR_GENERATED') || has('CONSTR_IDENTITY') || /serial/.test(typeName);
  if (isComputed || (fallback && isVolatile(fallback.raw_expr))) found.push(danger('rewrites-table', about));
  if (has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY')) found.push(danger('unique-locks-table', about));
  if (has('CONSTR_CHECK') || has('CONSTR_FOREIGN')) found.push(danger('scans-table', about));
  return found;
}

/** PostgreSQL computes these once for the whole table; any other function it would ask for each row. */
const onceForAll = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'current_setting',
  'jsonb_build_object',
  'jsonb_build_array',
]);

function isVolatile(expression: unknown): boolean {
  if (Array.isArray(expression)) return expression.some(isVolatile);
  if (typeof expression !== 'object' || expression === null) return false;
  return Object.entries(expression as Node).some(
    ([kind, body]) => (kind === 'FuncCall' && !onceForAll.has(body.funcname?.at(-1)?.String?.sval)) || isVolatile(body),
  );
}
