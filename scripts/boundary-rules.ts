import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Which module may import which (docs/architecture.md). No rule names a feature: what a module may import follows from its own path by
 * back-reference, so a new feature is covered as soon as its folder exists.
 *
 * Two runs use this file. The first reads the source as written, including type-only imports, because a type from another feature ties the
 * two together as much as a function does, and a cycle of types is a cycle. The second reads the extension without its types, because only
 * that is shipped to a page.
 */
const feature = (app: string) => `^apps/${app}/src/features/([^/]+)/`;
const anyFeature = (app: string) => `^apps/${app}/src/features/[^/]+/`;
const tests = '\\.(test|spec)\\.tsx?$';

/** Modules that open connections, and who of the API may use them besides `lib/net`. A type is no connection and may be imported anywhere. */
const connections: { of: string; modules: string; mayUse: { path: string; because: string }[] }[] = [
  {
    of: 'node',
    modules: '^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises)$',
    mayUse: [
      { path: 'lib/admission/http-server', because: 'It is the server that people reach.' },
      { path: 'lib/telemetry/ops-server', because: 'It is the server that monitoring reaches.' },
      { path: 'lib/http/problem', because: 'It takes the names of the statuses and connects to nothing.' },
      { path: 'lib/files/scanner', because: 'It speaks to our own virus scanner.' },
    ],
  },
  { of: 'undici', modules: '(^|node_modules/)undici(/|$)', mayUse: [] },
  {
    of: 'mail',
    modules: '(^|node_modules/)nodemailer(/|$)',
    mayUse: [{ path: 'features/[^/]+/senders/', because: 'They send from the mailboxes that people connected.' }],
  },
  {
    of: 'stripe',
    modules: '(^|node_modules/)stripe(/|$)',
    mayUse: [{ path: 'features/billing/', because: 'It tells the kinds of Stripe’s errors apart. The client itself comes from lib/net.' }],
  },
  {
    of: 'sign-in',
    modules: '(^|node_modules/)openid-client(/|$)',
    mayUse: [
      { path: 'features/session/sign-in\\.service', because: 'It walks through the sign-in with the configuration from lib/net.' },
      { path: 'features/email-accounts/(connect-mailbox\\.service|senders/mail-grant)', because: 'They get and renew leave to send mail.' },
    ],
  },
  {
    of: 'files',
    modules: '(^|node_modules/)@aws-sdk/',
    mayUse: [{ path: 'lib/files/s3-files', because: 'It is the file store.' }],
  },
  {
    of: 'traces',
    modules: '(^|node_modules/)@opentelemetry/exporter-',
    mayUse: [{ path: 'lib/telemetry/trace', because: 'It sends traces to our own collector.' }],
  },
];

const connectionRules = connections.map(
  ({ of, modules, mayUse }): IForbiddenRuleType => ({
    name: `api-connects-only-in-lib-net-${of}`,
    comment:
      'Whoever asks an outside service does it through lib/net, so that it has a deadline, a quota and a guard against inner addresses.',
    severity: 'error',
    from: {
      path: '^apps/api/src/',
      pathNot: [tests, '^apps/api/src/(testing|cli|lib/net)/', ...mayUse.map(({ path }) => `^apps/api/src/${path}`)],
    },
    to: { path: modules, dependencyTypesNot: ['type-only'] },
  }),
);

export const forbidden: IForbiddenRuleType[] = [
  {
    name: 'no-circular',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'contracts-import-only-zod-and-domain',
    comment: 'The contracts run in the API, the page and the extension alike, so they may need nothing but zod and the domain.',
    severity: 'error',
    from: { path: '^packages/contracts/src/', pathNot: tests },
    to: { pathNot: ['^packages/(contracts|domain)/src/', 'node_modules/zod/', '^zod(/|$)'] },
  },
  {
    name: 'domain-is-pure',
    comment: 'What the trade knows needs no other program, clock or document, and knows nothing of how programs talk about it.',
    severity: 'error',
    from: { path: '^packages/domain/src/', pathNot: [tests, '^packages/domain/src/testing/'] },
    to: { pathNot: '^packages/domain/src/' },
  },
  {
    name: 'packages-meet-only-in-packages',
    comment:
      'Apps never import apps; the sandbox, the proofs, the benchmarks and the end-to-end tests see the product as a user does. What starts servers for tests is shared.',
    severity: 'error',
    from: { path: '^(apps/[^/]+|packages/[^/]+|sandbox|e2e|proof|bench|scripts)/' },
    to: { path: '^(apps|packages|sandbox|e2e|proof|bench|scripts)/', pathNot: ['^$1/', '^packages/'] },
  },
  {
    name: 'product-starts-no-test-servers',
    comment: 'Servers for tests are started by tests and by the programs that run them, never by the product.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: [tests, '^apps/api/src/testing/', '^packages/test-servers/'] },
    to: { path: '^packages/test-servers/' },
  },
  {
    name: 'api-feature-imports-only-services',
    comment: 'A feature of the API imports its own folder, lib, contracts, or the service of another feature.',
    severity: 'error',
    from: { path: feature('api'), pathNot: tests },
    to: {
      path: '^apps/api/src/',
      pathNot: ['^apps/api/src/features/$1/', '^apps/api/src/lib/', `${anyFeature('api')}.*\\.service\\.ts$`],
    },
  },
  {
    name: 'api-feature-test-stays-home',
    comment: 'A test may start the whole API, but reaches other features through HTTP or their services.',
    severity: 'error',
    from: { path: feature('api') },
    to: { path: anyFeature('api'), pathNot: ['^apps/api/src/features/$1/', '\\.service\\.ts$'] },
  },
  {
    name: 'api-lib-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/api/src/lib/', pathNot: tests },
    to: { path: '^apps/api/src/', pathNot: '^apps/api/src/lib/' },
  },
  {
    name: 'web-feature-imports-only-doors',
    comment: 'A feature of the web app imports its own folder, shared, the packages, or an `.api` or `.public` file of another feature.',
    severity: 'error',
    from: { path: feature('web'), pathNot: tests },
    to: {
      path: '^apps/web/src/',
      pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/shared/', `${anyFeature('web')}.*\\.(api\\.ts|public\\.tsx?)$`],
    },
  },
  {
    name: 'web-feature-test-stays-home',
    severity: 'error',
    from: { path: feature('web') },
    to: { path: anyFeature('web'), pathNot: ['^apps/web/src/features/$1/', '\\.(api\\.ts|public\\.tsx?)$'] },
  },
  {
    name: 'web-shared-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/web/src/shared/', pathNot: tests },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/shared/' },
  },
  ...connectionRules,
];

export const shippedToPages: IForbiddenRuleType[] = [
  {
    name: 'content-script-carries-no-zod',
    comment: 'A content script is loaded into every matching page: it stays small and checks messages by hand.',
    severity: 'error',
    from: { path: '^apps/extension/.*\\.content(/index)?\\.tsx?$' },
    to: { path: 'node_modules/zod/|^zod(/|$)', reachable: true },
  },
  {
    name: 'content-script-holds-no-token',
    comment: 'A token never enters a process that a web page shares.',
    severity: 'error',
    from: { path: '^apps/extension/.*\\.content(/index)?\\.tsx?$' },
    to: { path: '^apps/extension/.*session-store', reachable: true },
  },
];

export const options: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|\\.output|\\.wxt|test-results|playwright-report)/' },
  moduleSystems: ['es6', 'cjs'],
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'require', 'node', 'default', 'types'],
    mainFields: ['module', 'main', 'types', 'typings'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
  },
};
