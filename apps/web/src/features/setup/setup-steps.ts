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

/** The id of the form that the button below the second step submits. */
export const firstTemplateForm = 'first-template';

/** The steps in their order. The last one shares the path of the first, because the specification names only three paths. */
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
  /** The mailboxes that this person connected. Undefined while loading. */
  mailboxes: readonly EmailAccount[] | undefined;
}

/** The steps that are really done, with a text for each. A step that was skipped does not count. */
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
