import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Prints each failure at once, so that one need not wait for the end of a run to
 * mend. What passed only at its second try is said as well, with what went wrong at the first. Adds both to the file
 * FAILURES, too, for the summary.
 */
export default class FailedNow implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const isFlaky = test.diagnostic()?.flaky;
    if (result.state === 'failed' || isFlaky)
      say(`${inFile(test.module)} › ${test.fullName}`, result.errors?.[0]?.message, isFlaky ? 'flaky ' : 'failed');
  }

  onTestModuleEnd(file: TestModule): void {
    const [error] = file.errors();
    if (error) say(`${inFile(file)} › the file itself`, error.message);
  }

  /**
   * An error that no test waited for fails the run and belongs to no test: without this a run would end red and name
   * nothing.
   */
  onTestRunEnd(_files: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      say('an error outside of any test', error.message);
      process.stdout.write(`${error.stack ?? JSON.stringify(error)}\n`);
    }
  }
}

function inFile(file: TestModule): string {
  return relative(process.cwd(), file.moduleId);
}

function say(what: string, message = '', how = 'failed'): void {
  const [line = ''] = message.split('\n');
  const failure = `${how}  ${what}: ${line.slice(0, 200)}\n`;
  process.stdout.write(`\n${failure}`);
  if (process.env.FAILURES) appendFileSync(process.env.FAILURES, failure);
}
