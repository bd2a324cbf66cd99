import { createContext, useContext } from 'react';
import type { FromPanelMail } from '../../mail/messages.ts';
import type { FromPanel, PanelQuestion, PanelQuestions } from '../messages.ts';

/** What the panel needs of the browser. */
export interface PanelHost {
  /** Asks the worker. */
  ask(message: FromPanel): Promise<unknown>;
  /** Asks the worker about a mail. */
  mail(message: FromPanelMail): Promise<unknown>;
  /** Another row was opened, or somebody signed in or out. Returns what ends it. */
  onChanged(listener: () => void): () => void;
  /** The tab that the user looks at beside the panel. */
  findTab(): Promise<number | null>;
  /** Shows the outline of the page beside the panel, to send it to us. False: it can't be read. */
  reportLayout(): Promise<boolean>;
  /** Opens a page of the web app in a new tab. */
  openWeb(path: string): void;
}

const HostContext = createContext<PanelHost | null>(null);
export const HostProvider = HostContext.Provider;

export function useHost(): PanelHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('the panel has no host');
  return host;
}

/** Undefined: the worker was stopped before it answered, or the extension was updated. */
export async function askWorker<Q extends PanelQuestion>(
  host: PanelHost,
  message: FromPanel<Q>,
): Promise<PanelQuestions[Q]['answer'] | undefined> {
  try {
    return ((await host.ask(message as FromPanel)) ?? undefined) as PanelQuestions[Q]['answer'] | undefined;
  } catch {
    return undefined;
  }
}
