import { outlinePage } from '@headhaul/domain/boards/outline/outline';
import type { ReportOutcome, TeachFromPage } from '../messages.ts';
import { isOwnTag } from './lesson.ts';
import { createPanel, type PanelView } from './panel.ts';
import { attributeNamesOf, readTree, treeLimits } from './read-tree.ts';

const sentTexts: Record<ReportOutcome, { title: string; text: string }> = {
  SENT: { title: 'Outline sent', text: 'Thank you. We use it to read this page, and delete it after 90 days.' },
  TOO_MANY: { title: "It wasn't sent", text: 'Your company sent 20 outlines today. Try again tomorrow.' },
  REFUSED: { title: "It wasn't sent", text: 'Reload the page and try again.' },
  UNREACHABLE: { title: "It wasn't sent", text: "Headhaul doesn't answer. Try again." },
};

interface ReportParts {
  document: Document;
  hostname: string;
  send(message: TeachFromPage): Promise<unknown>;
  show(view: PanelView): void;
  /** By the user. */
  close(): void;
}

/** The page's structure without its content. */
export const makeOutline = ({ documentElement }: Document) =>
  outlinePage(readTree(documentElement, isOwnTag, treeLimits, attributeNamesOf).root);

/** Shows everything that would be sent. Only the click on "Send" sends it, and nothing else. */
export function showReport({ document, hostname, send, show, close }: ReportParts): void {
  const outline = makeOutline(document);

  async function submit(): Promise<void> {
    const outcome = ((await send({ type: 'teach:report', outline }).catch(() => null)) ?? 'UNREACHABLE') as ReportOutcome;
    const closing = { label: 'Close', isMain: true, run: close };
    const retry = { label: 'Try again', run: submit };
    show({
      about: hostname,
      step: null,
      ...sentTexts[outcome],
      isGood: outcome === 'SENT',
      lines: [],
      buttons: outcome === 'UNREACHABLE' ? [retry, closing] : [closing],
    });
  }

  show({
    about: hostname,
    step: null,
    title: 'Report layout',
    text: `This is all that we would get, with the name ${hostname} and the extension's version: how the page is built. No text, no numbers, no addresses. "Aa, AA" is how a place is written, "$9,999" how a rate is.`,
    lines: [],
    preview: outline,
    buttons: [
      { label: "Don't send", run: close },
      { label: 'Send outline', isMain: true, run: submit },
    ],
  });
}

/** The report alone, without a lesson. Returns how to end it at once. */
export function runReport({
  document,
  page,
  send,
}: Pick<ReportParts, 'document' | 'send'> & { page: Pick<Location, 'hostname'> }): () => void {
  const panel = createPanel(document, { onClose: close, onBack: close, onSide: () => undefined });
  let isOver = false;
  function end(): void {
    isOver = true;
    panel.remove();
  }
  function close(): void {
    end();
    void send({ type: 'teach:end' }).catch(() => undefined);
  }
  function show(view: PanelView): void {
    if (!isOver) panel.show(view);
  }
  showReport({ document, hostname: page.hostname, send, show, close });
  return end;
}
