import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type ReactNode, useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { loadChangesApi } from '../changes.api.ts';
import type { Candidate } from './assign-rank.ts';

interface Clash {
  row: LoadRow;
  others: readonly LoadRow[];
  candidate: Candidate;
  words: string;
}

/** Assigns loads to a driver or to nobody. Asks first when the driver has another load at that time. */
export function useAssign(onDone: () => void) {
  const [assignLoad] = loadChangesApi.useAssignLoadMutation();
  const [clash, setClash] = useState<Clash | null>(null);

  const send = (row: LoadRow, candidate: Candidate | null, confirmDoubleBooking: boolean) => {
    const deadheadMiles = row.deadheadMiles === 0 ? candidate?.miles : null;
    return assignLoad({
      ...suppressToast,
      params: { id: row.id },
      body: {
        driverId: candidate?.driver.id ?? null,
        coDriverId: candidate?.driver.teamPartnerId ?? null,
        confirmDoubleBooking,
        // The miles are an estimate, so they never replace miles that a person typed.
        ...(deadheadMiles == null ? {} : { deadheadMiles }),
      },
    });
  };

  const putBack = (rows: readonly LoadRow[]) => {
    for (const { id, driverId, coDriverId, deadheadMiles } of rows) {
      void assignLoad({ params: { id }, body: { driverId, coDriverId, deadheadMiles, confirmDoubleBooking: true } });
    }
  };

  const assign = async (rows: readonly LoadRow[], candidate: Candidate | null, isConfirmed = false): Promise<void> => {
    const done: LoadRow[] = [];
    for (const [index, row] of rows.entries()) {
      const { error } = await send(row, candidate, isConfirmed && index === 0);
      if (error === undefined) {
        done.push(row);
        continue;
      }
      if (failureCode(error) === 'confirmation_needed' && candidate !== null) {
        tell(done, candidate);
        return setClash({ row, others: rows.slice(index + 1), candidate, words: describeFailure(error).message });
      }
      const { type, message } = describeFailure(error);
      notify(type, message);
      break;
    }
    tell(done, candidate);
    onDone();
  };

  const tell = (rows: readonly LoadRow[], candidate: Candidate | null) => {
    const [row] = rows;
    if (row === undefined) return;
    const what = rows.length === 1 ? row.loadNumber : `${rows.length} loads`;
    notifyUndo({
      title: candidate === null ? `${what} ${rows.length === 1 ? 'has' : 'have'} no driver now` : `${candidate.name} has ${what}`,
      ...(rows.length === 1 ? { line: `${row.pickupCity} to ${row.deliveryCity}` } : {}),
      onUndo: () => putBack(rows),
    });
  };

  const question: ReactNode =
    clash === null ? null : (
      <AskDialog
        title={`${clash.candidate.name} is on another load then`}
        action="Assign anyway"
        onClose={() => {
          setClash(null);
          onDone();
        }}
        onSubmit={() => {
          setClash(null);
          void assign([clash.row, ...clash.others], clash.candidate, true);
        }}
      >
        <p>{clash.words}</p>
      </AskDialog>
    );
  return { assign, question };
}
