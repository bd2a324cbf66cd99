import type { AssignmentInput } from '@headhaul/contracts/loads/input';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type ReactNode, useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

/** The drivers who get a load. Null means nobody. */
export interface Crew {
  driverId: string;
  coDriverId: string | null;
  name: string;
}

interface Assignment {
  load: LoadRow;
  to: Crew | null;
  /** The drivers before the change. Undo gives the load back to them. */
  from: Crew | null;
  /** Road miles to the pickup. Null when they aren't known. */
  miles: number | null;
  /** A reason against the assignment. When it is set, the person must confirm first. */
  doubt?: string;
}

type Send = (input: { params: { id: string }; body: AssignmentInput }) => Promise<{ error?: unknown }>;

function bodyOf({ load, to, miles }: Assignment, confirmDoubleBooking: boolean, isUndo: boolean): AssignmentInput {
  const crew = { driverId: to?.driverId ?? null, coDriverId: to?.coDriverId ?? null, confirmDoubleBooking };
  if (isUndo) return { ...crew, deadheadMiles: load.deadheadMiles };
  // Deadhead miles that a person typed stay. The estimate is sent only where there are none.
  const isEstimated = to !== null && miles !== null && load.deadheadMiles === 0;
  return isEstimated ? { ...crew, deadheadMiles: Math.min(miles, 20_000) } : crew;
}

/**
 * Assigns loads to drivers. The screen shows the change at once (`pending`) and offers undo. When the server says that the driver has
 * another load at that time, the person must confirm first. The screen must draw `question`.
 */
export function useAssignLoad(send: Send): {
  assign: (assignment: Assignment) => void;
  pending: ReadonlyMap<string, Crew | null>;
  question: ReactNode;
} {
  const [pending, setPending] = useState<ReadonlyMap<string, Crew | null>>(new Map());
  const [asked, setAsked] = useState<{ assignment: Assignment; detail: string } | null>(null);

  const finish = (id: string) => setPending((before) => new Map([...before].filter(([key]) => key !== id)));

  const run = async (assignment: Assignment, isConfirmed: boolean, isUndo = false) => {
    const { load, to, from } = assignment;
    setPending((before) => new Map(before).set(load.id, to));
    const { error } = await send({ ...suppressToast, params: { id: load.id }, body: bodyOf(assignment, isConfirmed, isUndo) });
    finish(load.id);
    if (error === undefined) {
      if (!isUndo) notifyUndo(doneNotice(assignment, () => void run({ load, to: from, from: to, miles: null }, true, true)));
    } else if (failureCode(error) === 'confirmation_needed') {
      setAsked({ assignment, detail: describeFailure(error).message });
    } else {
      const { type, message } = describeFailure(error);
      notify(type, message);
    }
  };

  const question =
    asked === null ? null : (
      <ConfirmDialog
        isOpen
        title={`Give it to ${asked.assignment.to?.name ?? 'nobody'} anyway?`}
        action="Assign anyway"
        tone="plain"
        isBusy={false}
        onConfirm={() => {
          setAsked(null);
          void run(asked.assignment, true);
        }}
        onClose={() => setAsked(null)}
      >
        <p>
          {asked.assignment.load.loadNumber}, {asked.assignment.load.pickupCity} to {asked.assignment.load.deliveryCity}. {asked.detail}
        </p>
      </ConfirmDialog>
    );

  const assign = (assignment: Assignment) => {
    if (assignment.doubt === undefined) void run(assignment, false);
    else setAsked({ assignment, detail: assignment.doubt });
  };
  return { assign, pending, question };
}

function doneNotice({ load, to }: Assignment, onUndo: () => void) {
  return {
    title: to === null ? `${load.loadNumber} is without a driver` : `${load.loadNumber} goes to ${to.name}`,
    line: `${load.pickupCity} to ${load.deliveryCity}, ${formatMoney(load.grossCents)}`,
    onUndo,
  };
}
