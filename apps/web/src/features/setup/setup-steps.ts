import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { Session } from '@headhaul/contracts/session';
import { entryPaths, tidyPath } from '../../shared/entry/entry-routing.ts';
import type { ExtensionState } from '../../shared/extension-bridge/extension-state.ts';

export type SetupStepId = 'email' | 'template' | 'driver' | 'extension';

export interface SetupStep {
  id: SetupStepId;
  path: string;
  name: string;
  purpose: string;
}

/** The button under the second stop sends this form. */
export const firstTemplateForm = 'first-template';

/** The stops in their order. The last shares the first one's path: the specification names three. */
export const setupSteps: readonly SetupStep[] = [
  { id: 'email', path: entryPaths.setup, name: 'Connect email', purpose: 'So brokers hear from you' },
  { id: 'template', path: entryPaths.setupSignature, name: 'Template and signature', purpose: 'What they read' },
  { id: 'driver', path: entryPaths.setupDriver, name: 'First driver', purpose: 'So we can match loads' },
  { id: 'extension', path: `${entryPaths.setup}?step=extension`, name: 'Install extension', purpose: 'So it works on your board' },
];

export function stepIndexAt(pathname: string, search: string): number {
  const path = tidyPath(pathname);
  if (path === entryPaths.setupSignature) return 1;
  if (path === entryPaths.setupDriver) return 2;
  return new URLSearchParams(search).get('step') === 'extension' ? 3 : 0;
}

interface SetupFacts {
  session: Session;
  extension: ExtensionState;
  drivers: number;
  /** Mailboxes this person connected; undefined until they have come. */
  mailboxes: readonly EmailAccount[] | undefined;
}

/** What is true already, and the words that say so. Nothing is counted as done because it was passed. */
export function doneSteps({ session, extension, drivers, mailboxes }: SetupFacts): ReadonlyMap<SetupStepId, string> {
  const done = new Map<SetupStepId, string>();
  const [mailbox] = mailboxes ?? [];
  if (mailbox !== undefined) done.set('email', mailbox.address);
  else if (mailboxes === undefined && session.isAccountAttached) done.set('email', 'Mailbox connected');
  if (mailboxes?.some(({ hasValidTemplate }) => hasValidTemplate)) done.set('template', 'Ready to send');
  if (drivers > 0) done.set('driver', drivers === 1 ? 'One driver added' : `${drivers} drivers added`);
  if (extension.kind === 'present') done.set('extension', 'Installed in this browser');
  return done;
}
