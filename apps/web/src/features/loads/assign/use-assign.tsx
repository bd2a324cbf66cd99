import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type ReactNode, useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { fitApi } from '../../fit/fit.api.ts';
import { loadChangesApi } from '../changes.api.ts';
import { needsConsent } from './fit-groups.ts';
import { FitQuestion } from './fit-question.tsx';

interface Doubt {
  load: LoadRow;
  others: readonly LoadRow[];
  to: FitRow;
  /** The best driver who can. */
  instead: FitRow | null;
  /** What the API says against it. Null when the fit is against it. */
  refusal: string | null;
}

/**
 * Assigns loads to a driver or to nobody. Asks first when the driver can't make a load, and when that isn't known. Of several loads, each is
 * checked right before it is given, so that the loads given before count.
 */
export function useAssign(onDone: () => void) {
  const [assignLoad] = loadChangesApi.useAssignLoadMutation();
  const [findFits] = fitApi.useLazyFindFitsQuery();
  const [doubt, setDoubt] = useState<Doubt | null>(null);

  const send = (load: LoadRow, to: FitRow | null, confirmDoubleBooking: boolean) => {
    const miles = load.deadheadMiles === 0 ? to?.deadhead?.miles : undefined;
    return assignLoad({
      ...suppressToast,
      params: { id: load.id },
      body: {
        driverId: to?.driverId ?? null,
        coDriverId: to?.teamPartnerId ?? null,
        confirmDoubleBooking,
        // Measured miles never replace miles that a person typed.
        ...(miles === undefined ? {} : { deadheadMiles: Math.min(miles, 20_000) }),
      },
    });
  };

  const putBack = (loads: readonly LoadRow[]) => {
    for (const { id, driverId, coDriverId, deadheadMiles } of loads) {
      void assignLoad({ params: { id }, body: { driverId, coDriverId, deadheadMiles, confirmDoubleBooking: true } });
    }
  };

  /** The driver's fit for a later load of several. Without an answer it isn't known. */
  const checkAgain = async (load: LoadRow, to: FitRow): Promise<{ fit: FitRow; instead: FitRow | null }> => {
    const { data } = await findFits({ body: { loadId: load.id } });
    const unknown: FitRow = { ...to, verdict: 'NOT_KNOWN', fact: `Couldn’t check ${load.loadNumber}`, detail: '', reasons: [] };
    return { fit: data?.rows.find(({ driverId }) => driverId === to.driverId) ?? unknown, instead: bestOf(data?.rows ?? [], to) };
  };

  const assign = async (loads: readonly LoadRow[], to: FitRow | null, listed: readonly FitRow[] = []): Promise<void> => {
    const done: LoadRow[] = [];
    for (const [index, load] of loads.entries()) {
      const others = loads.slice(index + 1);
      if (to === null) {
        if (!(await give(load, null, false, others))) break;
      } else {
        const { fit, instead } = index === 0 ? { fit: to, instead: bestOf(listed, to) } : await checkAgain(load, to);
        if (needsConsent(fit)) {
          tell(done, to);
          return setDoubt({ load, others, to: fit, instead, refusal: null });
        }
        if (!(await give(load, fit, false, others))) {
          tell(done, to);
          return;
        }
      }
      done.push(load);
    }
    tell(done, to);
    onDone();
  };

  /** Whether it was assigned. If not, the failure or the question is shown. */
  const give = async (load: LoadRow, to: FitRow | null, isConfirmed: boolean, others: readonly LoadRow[]): Promise<boolean> => {
    const { error } = await send(load, to, isConfirmed);
    if (error === undefined) return true;
    const { type, message } = describeFailure(error);
    if (failureCode(error) === 'confirmation_needed' && to !== null) {
      setDoubt({ load, others, to, instead: null, refusal: message });
    } else {
      notify(type, message);
      onDone();
    }
    return false;
  };

  const giveAnyway = async ({ load, others, to }: Doubt): Promise<void> => {
    setDoubt(null);
    if (!(await give(load, to, true, others))) return;
    tell([load], to);
    const [next, ...rest] = others;
    if (next === undefined) return onDone();
    const { fit, instead } = await checkAgain(next, to);
    await assign([next, ...rest], fit, instead === null ? [] : [instead]);
  };

  const tell = (loads: readonly LoadRow[], to: FitRow | null) => {
    const [load] = loads;
    if (load === undefined) return;
    const what = loads.length === 1 ? load.loadNumber : `${loads.length} loads`;
    const lane = `${load.pickupCity} to ${load.deliveryCity}`;
    const look = to?.verdict === 'LOOK' ? to.reasons[0]?.words : undefined;
    notifyUndo({
      title: to === null ? `${what} ${loads.length === 1 ? 'has' : 'have'} no driver now` : `${to.name} has ${what}`,
      ...(loads.length === 1 ? { line: look === undefined ? lane : `${lane}. ${look}` } : {}),
      onUndo: () => putBack(loads),
    });
  };

  const close = () => {
    setDoubt(null);
    onDone();
  };

  const question: ReactNode =
    doubt === null ? null : doubt.refusal === null ? (
      <FitQuestion
        load={doubt.load}
        asked={doubt.to}
        instead={doubt.instead}
        onInstead={(row) => {
          setDoubt(null);
          void assign([doubt.load, ...doubt.others], row);
        }}
        onAnyway={() => void giveAnyway(doubt)}
        onClose={close}
      />
    ) : (
      <AskDialog
        title={`${doubt.to.name} is on another load then`}
        action="Assign anyway"
        onClose={close}
        onSubmit={() => void giveAnyway(doubt)}
      >
        <p>{doubt.refusal}</p>
      </AskDialog>
    );
  return { assign, question };
}

function bestOf(rows: readonly FitRow[], except: FitRow): FitRow | null {
  return rows.find(({ driverId, verdict }) => driverId !== except.driverId && (verdict === 'CAN' || verdict === 'LOOK')) ?? null;
}
