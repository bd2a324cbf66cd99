import { readReport } from './reports.ts';

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

/** Enough of a message to know the fault by. */
const keepLines = 12;

function describe(title: string, message = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const lines = message.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n');
  return [title, ...lines.slice(0, keepLines).map((line) => `    ${line}`)].join('\n');
}

/** What failed, told again at the end: a long run's beginning is often cut off where it is kept. */
export function readVitestFailures(file: string): string[] {
  return (readReport<VitestJson>(file)?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [describe(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => describe(`${name}: ${fullName}`, failureMessages[0]));
  });
}

export function readPlaywrightFailures(file: string): string[] {
  const read = ({ suites = [], specs }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ title, file: spec, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => describe(`${spec}: ${title} (${status})`, results.find(({ error }) => error)?.error?.message)),
    ),
    ...suites.flatMap(read),
  ];
  return (readReport<{ suites: PlaywrightSuite[] }>(file)?.suites ?? []).flatMap(read);
}
