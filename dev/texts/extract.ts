import { parseSync } from 'oxc-parser';

export interface VisibleText {
  file: string;
  line: number;
  /** Offsets of the source that holds it. */
  start: number;
  end: number;
  /** One sentence or label; a variable is its name in braces. */
  text: string;
  kind: 'text' | 'button' | 'api';
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Surroundings of a node that decide whether its strings are visible. */
interface Place {
  /** The value of an attribute or a key whose values are texts. */
  isTextKey: boolean;
  isButton: boolean;
  isProperty: boolean;
}

const textKeys =
  /^(label|\w*Label|title|heading|legend|placeholder|alt|help|hint|note|lead|body|message|sentence|subject|about|means|says|said|saved|done|stays|why|question|answer|caption|action|line|remark|footer|error|empty|confirm|submit|text|summary|description|singular|plural|data-tip|data-label|aria-(label|description|roledescription|valuetext))$/;
const hiddenKeys =
  /^(class|className|id|name|type|href|to|path|src|srcSet|sizes|d|key|testId|data-testid|role|rel|target|method|htmlFor|form|style|kind|size|tone|pattern|allow|viewBox|transform|by|at|needs|sql|table|column|columns|where|code|event|job|queue|channel|permission|scope|operationId|tags)$/;
/** Calls with words for developers, for the database, or to look for; a `ConfigError` is read by the host. */
const hiddenCalls =
  /^((?!Config)\w*Error|query|execute|raw|console|log|logger|\w*[lL]og|Symbol|RegExp|URL|startsWith|endsWith|includes|indexOf|replace|replaceAll|split|join|match|test|has|get|header|querySelector\w*|createElement|getElementById|addEventListener|setAttribute|assert\w*|cn|route|describeJob)$/;
const refusals = /^(Refusal|notFound|notAllowed|conflict|invalid|tooMany|signInFirst)$/;
const apiFile = /\.api\.server\.ts$/;
const describedFile = /\.api\.server\.ts$|contract\.ts$|openapi|api-docs/;
/** SQL, paths of pictures, headers, names of columns. */
const code =
  /^(select .* from|select\s+\w+\(|insert into|update \w+ set|delete from|with \w+ as|(create|alter|drop|lock) (table|index|type|function)|copy \w+ \() ?|::|^M-?[\d.]|^Bearer |^[a-z]+([A-Z_.:/-]|$)\S*$|^\S+[/_@=]\S+$|^(GET|POST|PUT|PATCH|DELETE)\b|^(User-agent|Disallow):|[\w-]+:\S.*;/s;
const wordsFile = /(words|texts|names|labels)\.ts$/;
/** Files whose strings in lower case are parts of sentences. */
const phrasesFile = /([-.]words|texts)\.ts$|notify-[\w.-]*\.ts$|emails?\.(server\.)?ts$/;

/** The visible texts of a source file. */
export function extractTexts(file: string, source: string): VisibleText[] {
  const found: VisibleText[] = [];
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);

  const add = (node: SyntaxNode, text: string, place: Place, isApi = false) => {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (!/\p{L}{2}/u.test(clean.replace(/\{[^}]*\}/g, ''))) return;
    const start = node.start + (/^\s*/.exec(source.slice(node.start, node.end))?.[0].length ?? 0);
    const line = lineStarts.findLastIndex((begin) => begin <= start) + 1;
    const kind = isApi ? 'api' : place.isButton ? 'button' : 'text';
    found.push({ file, line, start, end: node.end, text: clean, kind });
  };

  const visitAll = (value: unknown, place: Place) => {
    if (Array.isArray(value)) for (const one of value) visitAll(one, place);
    else if (isNode(value)) visit(value, place);
  };

  const visitChildren = (node: SyntaxNode, place: Place) => {
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visitAll(value, place);
  };

  const skip = () => {};
  const visitors: Record<string, (node: SyntaxNode, place: Place) => void> = {
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    ImportExpression: skip,
    TaggedTemplateExpression: skip,
    ExportNamedDeclaration: (node, place) => visitAll(node.declaration, place),
    SwitchCase: (node, place) => visitAll(node.consequent, place),
    ConditionalExpression: (node, place) => visitAll([node.consequent, node.alternate], place),
    MemberExpression: (node, place) => visitAll(node.object, place),
    BinaryExpression: (node, place) => (node.operator === '+' ? visitChildren(node, place) : undefined),
    JSXElement: visitElement,
    JSXFragment: visitElement,
    JSXAttribute: (node, place) => visitValue(nameOf(node.name), node.value, { ...place, isButton: false }),
    Property: (node, place) => visitValue(nameOf(node.key), node.value, { ...place, isProperty: true }),
    PropertyDefinition: (node, place) => visitValue(nameOf(node.key), node.value, { ...place, isProperty: true }),
    CallExpression: visitCall,
    NewExpression: visitCall,
    Literal: (node, place) => {
      if (typeof node.value === 'string' && isText(node.value, place)) add(node, node.value, place);
    },
    TemplateLiteral: (node, place) => {
      const text = templateText(node);
      if (isText(text, place)) add(node, text, place);
      visitAll(node.expressions, place);
    },
  };

  function visit(node: SyntaxNode, place: Place) {
    const visitor = visitors[node.type];
    if (visitor) visitor(node, place);
    else if (!node.type.startsWith('TS') || /^TS(As|Satisfies|NonNull|TypeAssertion)/.test(node.type))
      visitChildren(node, /Function|Statement|Declar/.test(node.type) ? { ...place, isTextKey: false } : place);
  }

  function visitValue(key: string, value: unknown, place: Place) {
    if (hiddenKeys.test(key) || !isNode(value)) return;
    const isDescription = /^(summary|description)$/.test(key) && describedFile.test(file);
    if (isDescription && /^(Literal|TemplateLiteral)$/.test(value.type)) add(value, stringOf(value), place, true);
    else
      visit(value, {
        ...place,
        isTextKey: textKeys.test(key),
        isButton: place.isButton || /^(submit|busyLabel)$/.test(key),
      });
  }

  function visitCall(node: SyntaxNode, place: Place) {
    const callee = node.callee as SyntaxNode;
    const names = source
      .slice(callee.start, callee.end)
      .replace(/\(.*$/s, '')
      .split(/[.?!]+/);
    const last = names.at(-1) ?? '';
    visit(callee, place);
    const isRefusal = refusals.test(last);
    const isHidden = !isRefusal && [names[0] ?? '', last].some((name) => hiddenCalls.test(name));
    for (const argument of node.arguments as SyntaxNode[]) {
      // A handler: `app.get('/path', (c) => …)`.
      if (isHidden && !/Function/.test(argument.type)) continue;
      const isSentence = /^(Literal|TemplateLiteral)$/.test(argument.type) && / /.test(stringOf(argument));
      if (isSentence && (last === 'describe' || (apiFile.test(file) && !isRefusal)))
        add(argument, stringOf(argument), place, true);
      else visit(argument, { ...place, isTextKey: isRefusal, isProperty: false });
    }
  }

  function visitElement(node: SyntaxNode, place: Place) {
    const opening = node.openingElement as SyntaxNode | undefined;
    const name = nameOf(opening?.name);
    visitAll(opening?.attributes, place);
    const children = node.children as SyntaxNode[];
    const inner = { ...place, isTextKey: true, isButton: /^button$|Button$/.test(name), isProperty: false };
    if (/^(script|style|svg|code|kbd)$/.test(name)) return;
    if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child.value)))) {
      visitAll(children, inner);
      return;
    }
    const [first, last] = [children[0]!, children.at(-1)!];
    add({ type: 'text', start: first.start, end: last.end }, flatten(children), inner);
    visitInside(children, inner);
  }

  /** Attributes and alternatives inside a text that has been added as a whole. */
  function visitInside(children: SyntaxNode[], place: Place) {
    for (const child of children) {
      if (child.type === 'JSXElement') {
        visitAll((child.openingElement as SyntaxNode).attributes, place);
        visitInside(child.children as SyntaxNode[], place);
      } else if (child.type === 'JSXExpressionContainer' && stringOf(child.expression as SyntaxNode).startsWith('{'))
        visit(child.expression as SyntaxNode, place);
    }
  }

  const flatten = (children: SyntaxNode[]): string =>
    children
      .map((child) => {
        if (child.type === 'JSXText') return jsxText(String(child.value));
        if (child.type === 'JSXExpressionContainer') return stringOf(child.expression as SyntaxNode);
        return child.type === 'JSXElement' ? flatten(child.children as SyntaxNode[]) : '';
      })
      .join('');

  const stringOf = (node: SyntaxNode): string => {
    if (node.type === 'Literal') return String(node.value);
    if (node.type === 'TemplateLiteral') return templateText(node);
    return `{${source.slice(node.start, node.end).match(/\w+(?=[^\w]*$)/)?.[0] ?? 'value'}}`;
  };

  const templateText = (node: SyntaxNode): string => {
    const expressions = node.expressions as SyntaxNode[];
    return (node.quasis as { value: { cooked: string } }[])
      .map(
        ({ value }, at) =>
          value.cooked + (expressions[at] ? `{${stringOf(expressions[at]).replace(/[{}]/g, '')}}` : ''),
      )
      .join('');
  };

  const isText = (text: string, place: Place): boolean => {
    if (code.test(text) || !/\p{L}/u.test(text)) return false;
    if (place.isTextKey) return /\s|^[A-Z“]/.test(text);
    if (/^[A-Z][a-z’]+$/.test(text)) return place.isProperty && (file.endsWith('.tsx') || wordsFile.test(file));
    if (/^[a-z’]+( [a-z’]+)+$/.test(text)) return phrasesFile.test(file) || (place.isProperty && file.endsWith('.tsx'));
    return /^[\p{Lu}“{+].*\s|\s\S*\p{L}[.!?…]$/u.test(text) && !/[<>=|\\"]|^[A-Z ]+$/.test(text);
  };

  const { program } = parseSync(file, source);
  visit(program as unknown as SyntaxNode, { isTextKey: false, isButton: false, isProperty: false });
  return found;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Name of an identifier, of a JSX name or of a quoted key. */
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');

/** Line breaks of the source with their indentation are no spaces of the text. */
const jsxText = (value: string): string =>
  value
    .split('\n')
    .map((line, at, lines) => (at > 0 ? line.trimStart() : line).replace(at < lines.length - 1 ? /\s+$/ : /$^/, ''))
    .filter(Boolean)
    .join(' ')
    .replace(/&(lt|gt|amp|nbsp);/g, (_, name: keyof typeof entities) => entities[name]);

const entities = { lt: '<', gt: '>', amp: '&', nbsp: ' ' };
