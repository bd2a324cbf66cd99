/** What Mozilla's linter says, the one that `web-ext lint` and the store run. */
export interface LintReport {
  errors: LintFinding[];
  warnings: LintFinding[];
  notices: LintFinding[];
}
export interface LintFinding {
  code: string;
  file?: string;
  message: string;
}

/** Warnings that are known, and why each does no harm. */
const known: readonly { code: string; file: RegExp; why: string }[] = [
  { code: 'UNSAFE_VAR_ASSIGNMENT', file: /^chunks\//, why: 'React sets innerHTML for a property that our pages never use' },
  {
    code: 'DANGEROUS_EVAL',
    file: /^(background\.js|chunks\/)/,
    why: 'zod tries whether it may make functions; `jitless` keeps it from trying',
  },
  { code: 'KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION', file: /^manifest\.json$/, why: 'it is not offered for Android' },
];

/** What is not known: any error or notice, and other warnings. */
export function listFindings({ errors, warnings, notices }: LintReport): string[] {
  const isKnown = ({ code, file = '' }: LintFinding) => known.some((one) => one.code === code && one.file.test(file));
  return [...errors, ...notices, ...warnings.filter((warning) => !isKnown(warning))].map(
    ({ code, file, message }) => `${code}${file === undefined ? '' : ` in ${file}`}: ${message}`,
  );
}
