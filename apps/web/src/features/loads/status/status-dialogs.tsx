import { type StatusInput, TonuInput } from '@headhaul/contracts/loads/input';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { dollars } from '@headhaul/domain/loads/money';
import { useState } from 'react';
import { confirmationOf, describeFailure } from '../../../shared/api/api-failure.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { formatMoney } from '../../../shared/format/money.ts';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { AssignQuestion } from '../assign/assign-question.tsx';
import { doubtedFit } from '../assign/doubted-fit.ts';
import classes from './status-dialogs.module.css';

/** What a person must answer before a move is made. */
export type StatusQuestion =
  | { kind: 'problem'; rows: readonly LoadRow[] }
  | { kind: 'paid'; rows: readonly LoadRow[] }
  | { kind: 'tonu'; row: LoadRow }
  | { kind: 'confirm'; row: LoadRow; body: StatusInput; failure: unknown };

interface StatusDialogsProps {
  question: StatusQuestion;
  onClose: () => void;
  onAnswer: (rows: readonly LoadRow[], body: StatusInput) => void;
  onTonu: (row: LoadRow, body: { newRate: number; newRc: string | null }) => void;
}

export default function StatusDialogs({ question, onClose, onAnswer, onTonu }: StatusDialogsProps) {
  switch (question.kind) {
    case 'problem':
      return <ProblemDialog rows={question.rows} onClose={onClose} onAnswer={(body) => onAnswer(question.rows, body)} />;
    case 'paid':
      return <PaidDialog rows={question.rows} onClose={onClose} onAnswer={(body) => onAnswer(question.rows, body)} />;
    case 'tonu':
      return <TonuDialog row={question.row} onClose={onClose} onAnswer={(body) => onTonu(question.row, body)} />;
    case 'confirm': {
      const { row, body } = question;
      return <MoveDoubt {...question} onClose={onClose} onAnyway={(more) => onAnswer([row], { ...body, ...more })} />;
    }
  }
}

interface MoveDoubtProps {
  row: LoadRow;
  body: StatusInput;
  /** Asks for a confirmation. */
  failure: unknown;
  onClose: () => void;
  /** With what the person has confirmed. */
  onAnyway: (more: Partial<StatusInput>) => void;
}

/** Asks when the driver can't make a load that becomes booked, is on another one, or when the factor may not buy the invoice. */
function MoveDoubt({ row, body, failure, onClose, onAnyway }: MoveDoubtProps) {
  const to = doubtedFit(failure);
  if (to !== null) {
    return (
      <AssignQuestion
        doubt={{ kind: 'fit', load: row, others: [], to, instead: null, words: '', at: null }}
        onInstead={() => undefined}
        onAnyway={(anyway) => onAnyway({ anyway })}
        onReplace={() => undefined}
        onClose={onClose}
      />
    );
  }
  const isFactor = confirmationOf(failure) === 'FACTOR';
  return (
    <AskDialog
      title={isFactor ? 'Your factor may not buy this invoice' : `${row.driverName ?? 'The driver'} is on another load`}
      action={body.newStatus === 'BOOKED' ? 'Book anyway' : 'Dispatch anyway'}
      onClose={onClose}
      onSubmit={() => onAnyway(isFactor ? { confirmFactor: true } : { confirmDoubleBooking: true })}
    >
      <p>{describeFailure(failure).message}</p>
    </AskDialog>
  );
}

function nameOf(rows: readonly LoadRow[]): string {
  return rows.length === 1 ? `${rows[0]?.loadNumber}` : `${rows.length} loads`;
}

const usualProblems = ['Breakdown', 'Refused', 'Claim', 'Repower', 'Accident'];

function ProblemDialog({
  rows,
  onClose,
  onAnswer,
}: {
  rows: readonly LoadRow[];
  onClose: () => void;
  onAnswer: (body: StatusInput) => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  return (
    <AskDialog
      title={`What happened to ${nameOf(rows)}?`}
      action="Mark as problem"
      tone="danger"
      onClose={onClose}
      onSubmit={() => {
        if (reason.trim() === '') setError('Say what happened; the team sees it in the list');
        else onAnswer({ newStatus: 'PROBLEM', reason: reason.trim() });
      }}
    >
      <div className={classes.usual}>
        {usualProblems.map((word) => (
          <button key={word} type="button" aria-pressed={reason.startsWith(word)} onClick={() => setReason(`${word}: `)}>
            {word}
          </button>
        ))}
      </div>
      <TextField
        label="In your words"
        help="Stands in the list under the status"
        maxLength={500}
        state={{ name: 'reason', value: reason, error, onChange: setReason, onBlur: () => undefined }}
      />
    </AskDialog>
  );
}

function PaidDialog({ rows, onClose, onAnswer }: { rows: readonly LoadRow[]; onClose: () => void; onAnswer: (body: StatusInput) => void }) {
  const [amount, setAmount] = useState('');
  const [error, setError] = useState<string>();
  const gross = formatMoney(rows.reduce((sum, { grossCents }) => sum + grossCents, 0));
  return (
    <AskDialog
      title={`${nameOf(rows)} ${rows.length === 1 ? 'is' : 'are'} paid`}
      action="Mark as paid"
      onClose={onClose}
      onSubmit={() => {
        const paidAmountCents = amount.trim() === '' ? null : dollars(amount);
        if (amount.trim() !== '' && paidAmountCents === null) setError('Write it like 1,240 or 1240.50');
        else onAnswer({ newStatus: 'PAID', paidAmountCents });
      }}
    >
      {rows.length === 1 ? (
        <TextField
          label="Amount that came in"
          help={`Leave it empty for the full ${gross} and what was passed through`}
          maxLength={20}
          inputMode="decimal"
          state={{ name: 'amount', value: amount, error, onChange: setAmount, onBlur: () => undefined }}
        />
      ) : (
        <p>Each in full, {gross} together. A short pay is written on the load itself.</p>
      )}
    </AskDialog>
  );
}

function TonuDialog({
  row,
  onClose,
  onAnswer,
}: {
  row: LoadRow;
  onClose: () => void;
  onAnswer: (body: { newRate: number; newRc: string | null }) => void;
}) {
  const [rate, setRate] = useState('');
  const [rc, setRc] = useState('');
  const [error, setError] = useState<string>();
  return (
    <AskDialog
      title={`TONU for ${row.loadNumber}`}
      action="Mark as TONU"
      onClose={onClose}
      onSubmit={() => {
        const cents = dollars(rate);
        const parsed = TonuInput.safeParse({ newRate: cents ?? 0, newRc: rc.trim() === '' ? null : rc.trim() });
        if (parsed.success) onAnswer(parsed.data);
        else setError(rate.trim() === '' || cents !== null ? 'Enter the TONU amount' : 'Write it like 250 or 250.50');
      }}
    >
      <p>
        The truck was ordered and not used. The new rate takes the place of {formatMoney(row.linehaulCents)}, which is kept in the history.
      </p>
      <div className={classes.pair}>
        <TextField
          label="TONU amount"
          maxLength={20}
          inputMode="decimal"
          state={{ name: 'newRate', value: rate, error, onChange: setRate, onBlur: () => undefined }}
        />
        <TextField
          label="New RC number"
          help={row.rc === null ? 'If the broker sent one' : `Empty keeps ${row.rc}`}
          maxLength={60}
          state={{ name: 'newRc', value: rc, error: undefined, onChange: setRc, onBlur: () => undefined }}
        />
      </div>
    </AskDialog>
  );
}
