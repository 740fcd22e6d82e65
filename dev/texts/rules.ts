import type { VisibleText } from './extract.ts';

export type RuleName = 'word' | 'sign' | 'length' | 'button';

export interface Finding {
  rule: RuleName;
  text: VisibleText;
  /** What is wrong, and what to write instead. */
  problem: string;
}

/** Words that docs/copy.md replaces, and by what. */
const words: readonly (readonly [word: RegExp, instead: string, elsewhere?: RegExp])[] = [
  [/\b(who|whom)(so)?ever\b|\bwhom\b|\b(some|no)body\b/i, 'you, the buyer, the seller, a member'],
  [/\bstands?\b(?! for)/i, 'is, is shown'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bdear(er)?\b/i, 'high-value, more expensive'],
  [/\banew\b|\bmeanwhile\b/i, 'again, in the meantime'],
  [/\b[Pp]ostage\b|(?<![Ww]anted )\b[Pp]ost\b|\b[Ww]ays? of sending\b/, 'shipping, shipping method'],
  [/\bwhole price\b/i, 'total'],
  [/\bmail(s|ed)?\b|\be-mails?\b/i, 'email'],
  [/favourite/i, 'favorite'],
  [/catalogue/i, 'card database, Games & sets'],
  [/centring/i, 'centering'],
  [/\bcall(s|ed|ing)? (it |them )?off\b/i, 'cancel'],
  [/\bmoney\b.{0,20}\bback\b|\bgiv(e|es|en|ing) (it |all of it )?back\b/i, 'refund'],
  [/counter-offer/i, 'counteroffer'],
  [/\bpresent password\b/i, 'current password'],
  [/\bheld for\b/i, 'reserved for'],
  // The search help is about search operators.
  [
    /(?<!search )\boperators?\b/i,
    'we, support; admin',
    /features\/admin|legal|traders|pages\/search-help|^dev\/|platform\/config/,
  ],
  [/\b(the|this) market\b(?!’s price| price)/i, 'we, here, the name of the site'],
  [/\bpress(es|ed|ing)?\b/i, 'select, or the name of the button'],
  [/\bpremium\b/, 'Premium'],
  [/\btold\b|\bhears? of\b/i, 'notified'],
  [/\bvery (many|often)\b/i, 'the limit, and when to try again'],
  [/\bno such\b|^That (was|did|is) not\b/i, 'what happened, and what to do'],
  [/\bmay have at most\b/i, 'Enter at most …'],
  [/\bplease\b|\bsorry\b/i, 'leave it out'],
];

const signs: readonly (readonly [sign: RegExp, instead: string])[] = [
  [/\p{L}'\p{L}|\p{L}' |"/u, '’ “ ”'],
  [/\.{3}/, '…'],
  [/\d %/, '84%'],
  [/—/, 'two sentences'],
  // Yu-Gi-Oh! is the name of a game.
  [/(?<!Yu-Gi-O)\p{L}!/u, 'a full stop'],
];

const longestSentence = 25;
const oneWordButtons = new Set([
  ...['Save', 'Close', 'Cancel', 'Back', 'Next', 'Edit', 'Search'],
  // Their accessible name has the object, for example “Follow {username}”.
  ...['Follow', 'Following', 'Favorite'],
  // The object is beside them: the price, or what was done.
  ...['Buy', 'Undo'],
  // The word of email programs; its page names the emails.
  'Unsubscribe',
  // A place in the bar of small screens, beside Browse and Messages.
  'You',
]);

/** Where a text differs from docs/copy.md. */
export function findProblems(text: VisibleText): Finding[] {
  const found: Finding[] = [];
  const report = (rule: RuleName, problem: string) => found.push({ rule, text, problem });
  const plain = text.text.replace(/\{[^}]*\}/g, '{}');
  for (const [word, instead, elsewhere] of words) {
    const hit = word.exec(plain)?.[0];
    if (hit && !elsewhere?.test(text.file)) report('word', `“${hit}”: ${instead}`);
  }
  for (const [sign, instead] of signs) {
    const hit = text.kind === 'api' ? undefined : sign.exec(plain)?.[0];
    if (hit) report('sign', `“${hit}”: ${instead}`);
  }
  for (const sentence of plain.split(/(?<=[.!?]”?)\s+/)) {
    const length = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length;
    if (length > longestSentence) report('length', `a sentence of ${length} words`);
  }
  if (text.kind === 'button' && /^\p{L}+$/u.test(plain) && !oneWordButtons.has(plain))
    report('button', 'verb and object');
  return found;
}
