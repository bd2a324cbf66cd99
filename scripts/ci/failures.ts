import { readReport } from './reports.ts';

/** One check that failed and what it said last. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  return text.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '').split('\n');
}

/** A message says the most at its beginning. */
function describeMessage(name: string, message = ''): Failure {
  return { name, lines: readLines(message).slice(0, keptLines) };
}

/** A program says the most at its end. */
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

/** What failed, told again at the end: a long run's beginning is often cut off where it is kept. */
export function formatFailures(failures: readonly Failure[]): string {
  return failures.map(({ name, lines }) => [name, ...lines.map((line) => `    ${line}`)].join('\n')).join('\n\n');
}
