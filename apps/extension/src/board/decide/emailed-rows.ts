import type { FromBoardMail } from '../../mail/messages.ts';

const mostKnown = 5_000;

interface EmailedRowsParts {
  send(message: FromBoardMail): Promise<unknown>;
  /** The keys of the rows on the page now. */
  keys(): readonly string[];
}

export interface EmailedRows {
  /** To the worker, as before. */
  send(message: FromBoardMail): Promise<unknown>;
  /** Whether the company's mails were looked through for this row's load. */
  wasAsked(key: string): boolean;
}

const isWholeAnswer = (answer: unknown) => typeof answer === 'object' && answer !== null && 'isWhole' in answer && answer.isWhole === true;

/** A row without a mail says nothing until Headhaul was asked about it. This notes about which rows it was. */
export function createEmailedRows({ send, keys }: EmailedRowsParts): EmailedRows {
  const asked = new Set<string>();
  return {
    async send(message) {
      if (message.type !== 'mail:rows') return send(message);
      const shown = keys();
      const answer = await send(message).catch((error: unknown) => {
        asked.clear();
        throw error;
      });
      if (asked.size > mostKnown || !isWholeAnswer(answer)) asked.clear();
      if (isWholeAnswer(answer)) for (const key of shown) asked.add(key);
      return answer;
    },
    wasAsked: (key) => asked.has(key),
  };
}
