import { type LayoutReport, layoutReportEndpoints } from '@headhaul/contracts/boards/layout-reports';
import type { MailApi } from '../../mail/mail-api.ts';
import type { ReportOutcome } from '../messages.ts';

interface Parts {
  ask: MailApi;
  readPerson(): Promise<{ userId: string } | null>;
  extVersion: string;
}

/** Sends the outline of a page to our API. */
export function createReporter({ ask, readPerson, extVersion }: Parts) {
  return async (report: Omit<LayoutReport, 'extVersion'>): Promise<ReportOutcome> => {
    const person = await readPerson();
    if (person === null) return 'REFUSED';
    const answer = await ask(
      person.userId,
      layoutReportEndpoints.sendLayoutReport,
      { body: { ...report, extVersion } },
      crypto.randomUUID(),
    );
    if (answer.ok) return 'SENT';
    if (answer.failure !== 'REFUSED') return 'UNREACHABLE';
    return answer.problem.status === 429 ? 'TOO_MANY' : 'REFUSED';
  };
}
