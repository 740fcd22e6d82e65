// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const folder = 'src/app/asleep';
const presses = [`${folder}/presses.browser.test.ts`];

/** Pages that sleep (decision 99). The build is not made anew for a fault: what runs only there is seen by `e2e/asleep.e2e.ts`. */
export const asleepRows: readonly Mutation[] = [
  ...planted({ area: 'asleep', row: '10-4', file: `${folder}/starter.ts`, tests: presses }, [
    'a press of a screen reader wakes nobody',
    "'focusin', 'click', 'input'",
    "'focusin', 'input'",
  ]),
  ...planted(
    { area: 'asleep', row: '10-4', file: `${folder}/presses.ts`, tests: presses },
    ['a second press is another one', 'if (waiting.has(kept.on)) return;', ''],
    ['a press goes on to nobody as well', 'event.preventDefault();', ''],
    ['a form waits for ever', 'if (kept.native) setTimeout', 'if (!kept.native) setTimeout'],
    ['what was typed is not told', 'const [typed, pressed] = [[...changed], [', 'const [typed, pressed] = [new Map(), ['],
    ['a box that nobody ticked is told', 'if (isText(field) && field.value !== field.defaultValue)', 'if (field.value !== field.defaultValue)'],
    ['the first choice holds', 'changed.delete(target);', ''],
    ['a page is loaded anew while offline', 'else if (navigator.onLine) location.reload();', 'else location.reload();'],
  ),
  ...planted(
    { area: 'asleep', row: '10-4', file: `${folder}/kept.ts`, tests: presses },
    ['a search waits for the script', "form.method !== 'post'", 'false'],
    ['what is typed later is not told', '([last, isHeard] = [now(), true])', '([last, isHeard] = [last, true])'],
    ['that a field was left is not told', 'if (isHeard && document', 'if (!isHeard && document'],
    ['a press for a new tab waits', 'event.ctrlKey || event.metaKey ||', 'event.ctrlKey ||'],
  ),
  ...planted(
    { area: 'asleep', row: '10-4', file: `${folder}/idle.ts`, tests: presses },
    ['nothing is read ahead', "readAhead('low')", 'false'],
    ['data that are to be saved are fetched', 'connection?.saveData ||', ''],
    ['a slow line is filled', '/2g/', '/9g/'],
  ),
  ...planted(
    { area: 'asleep', row: '10-4', file: `${folder}/shown.ts`, tests: presses },
    ['a press waits for the script', '/^(pointerdown|touchstart)$/', '/^none$/'],
    ['the script never starts after a press', "['pointerup', 'pointercancel']", '[]'],
  ),
  ...planted(
    { area: 'asleep', row: '10-4', file: `${folder}/hold-back.server.ts`, tests: [`${folder}/hold-back.test.ts`] },
    ['files are fetched at once', "    return '';\n  });", '    return _;\n  });'],
    ['the script starts by itself', 'type="text/plain"', 'type="module"'],
    ['the nonce is lost', '`<script${nonce} type=', '`<script type='],
  ),
];
