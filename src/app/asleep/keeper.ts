import { keepPresses } from './presses.ts';
import { onceAwake } from './wake.ts';

/**
 * A member's page starts by itself, and still stands there for half a second before React has taken it over: what is typed and pressed meanwhile is done then.
 * A file of its own and not in the page, as a visitor's starter is: it comes once a release, before the page's script, which is eighty times as large.
 */
const presses = keepPresses();
onceAwake(presses.play);
// The page's script did not come, or fell: what the browser can do by itself is done. A file that was only asked for ahead is asked for again when the script
// needs it, and one that does not come then makes the script itself fall.
const isNeeded = (target: EventTarget | null) => target instanceof HTMLScriptElement && target.type === 'module';
const until = new AbortController();
onceAwake(() => until.abort());
addEventListener('error', ({ target }) => isNeeded(target) && presses.giveUp(), { capture: true, signal: until.signal });
// Each browser says in words of its own that a part of the program did not come; any other fault is not for us to judge.
const isOfFile = (reason: unknown) => reason instanceof TypeError && /module/i.test(reason.message);
addEventListener('unhandledrejection', ({ reason }) => isOfFile(reason) && presses.giveUp(), { signal: until.signal });
