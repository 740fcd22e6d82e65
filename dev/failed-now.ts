import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Says each failure the moment that it is certain: a run of twenty minutes need not end before somebody can begin to mend. */
export default class FailedNow implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'failed') say(test.module, test.fullName, result.errors[0]?.message);
  }

  onTestModuleEnd(file: TestModule): void {
    const [error] = file.errors();
    if (error) say(file, 'the file itself', error.message);
  }
}

function say(file: TestModule, name: string, message = ''): void {
  const [line = ''] = message.split('\n');
  process.stdout.write(`\nfailed  ${relative(process.cwd(), file.moduleId)} › ${name}: ${line.slice(0, 200)}\n`);
}
