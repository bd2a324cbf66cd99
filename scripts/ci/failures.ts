import { readReport } from './reports.ts';

/** One failed check with some lines of its output. */
export interface Failure {
  name: string;
  lines: string[];
}

interface VitestJson {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
}

const keptLines = 40;

function readLines(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colors begin with one.
  return text.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '').split('\n');
}

/** Keeps the beginning, which says the most in a message. */
function describeMessage(name: string, message = ''): Failure {
  return { name, lines: readLines(message).slice(0, keptLines) };
}

/** Keeps the end, which says the most in a program's output. */
export function describeOutput(name: string, output: string): Failure {
  return { name, lines: readLines(output.trimEnd()).slice(-keptLines) };
}

export function readVitestFailures(file: string): Failure[] {
  return (readReport<VitestJson>(file)?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [describeMessage(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => describeMessage(`${name}: ${fullName}`, failureMessages[0]));
  });
}

export function readPlaywrightFailures(file: string): Failure[] {
  const read = ({ suites = [], specs }: PlaywrightSuite): Failure[] => [
    ...specs.flatMap(({ title, file: spec, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => describeMessage(`${spec}: ${title} (${status})`, results.find(({ error }) => error)?.error?.message)),
    ),
    ...suites.flatMap(read),
  ];
  return (readReport<{ suites: PlaywrightSuite[] }>(file)?.suites ?? []).flatMap(read);
}

/** All failures, printed again at the end, because the beginning of a long output is often cut off. */
export function formatFailures(failures: readonly Failure[]): string {
  return failures.map(({ name, lines }) => [name, ...lines.map((line) => `    ${line}`)].join('\n')).join('\n\n');
}
