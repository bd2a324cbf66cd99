import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';

interface Line {
  msg?: string;
  reqId?: string;
  path?: string;
  status?: number;
  ip?: string;
  userId?: string;
  sessionId?: string;
  companyId?: string;
}

/** Callers of these paths are not signed in yet. */
const openPaths = [/^\/api\/oauth\//, /^\/api\/auth\/(exchange|refresh-token)$/, /^\/api\/email-accounts\/callback\//, /^\/(?!api\/)/];
const address = /[\w.+-]+@[\w-]+\.[\w.-]+/g;

export interface LogVerdict {
  lines: number;
  ofRequests: number;
  signedIn: number;
  withoutPlace: Line[];
  withoutPerson: Line[];
  addresses: string[];
}

export function assessLog(logs: string): LogVerdict {
  const texts = logs.split('\n').filter((text) => text.startsWith('{'));
  const lines = texts.map((text) => JSON.parse(text) as Line).filter(({ reqId }) => reqId !== undefined);
  const signedIn = lines.filter(
    ({ msg, status = 0, path = '' }) => msg === 'answered' && status < 400 && !openPaths.some((open) => open.test(path)),
  );
  const mustSayWho = new Set(signedIn.map(({ reqId }) => reqId));
  return {
    lines: texts.length,
    ofRequests: lines.length,
    signedIn: signedIn.length,
    withoutPlace: lines.filter(({ ip }) => !ip),
    withoutPerson: lines.filter(({ reqId, userId, sessionId, companyId }) => mustSayWho.has(reqId) && !(userId && sessionId && companyId)),
    addresses: texts.flatMap((text) => text.match(address) ?? []),
  };
}

/** Every log line of a request says who asked, in which session and company, and from which IP address. No line contains a mail address. */
export function proveLogLines(stage: Stage, logs: string, bar: number): void {
  const { lines, ofRequests, signedIn, withoutPlace, withoutPerson, addresses } = assessLog(logs);
  const first = [...withoutPlace, ...withoutPerson][0];
  stage.report.check({
    what: `lines of the log: ${formatCount(lines)}, ${formatCount(ofRequests)} of them of requests, ${formatCount(signedIn)} requests of somebody signed in`,
    tried: signedIn,
    bar,
    expected: 'each says from where, and who in which session and company; 0 mail addresses',
    found: `${withoutPlace.length} without a place, ${withoutPerson.length} without a person${first ? ` (${JSON.stringify(first).slice(0, 200)})` : ''}, ${addresses.length} addresses${addresses[0] ? ` (${addresses[0]})` : ''}`,
    passed: withoutPlace.length === 0 && withoutPerson.length === 0 && addresses.length === 0,
  });
}
