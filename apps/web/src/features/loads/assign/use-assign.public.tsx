import type { FitRow } from '@headhaul/contracts/fit';
import { type ReactNode, useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { fitApi } from '../../fit/fit.api.ts';
import { uncheckedFit } from '../../fit/unchecked.public.ts';
import { loadChangesApi } from '../changes.api.ts';
import type { AnchorBox } from '../menu-anchor.tsx';
import { AssignQuestion, type Consent, type Doubt } from './assign-question.tsx';
import { doubtedFit } from './doubted-fit.ts';
import { type AssignedLoad, needsConsent } from './fit-groups.ts';

export type { AnchorBox } from '../menu-anchor.tsx';

/** The drivers who get a load. */
export interface Crew {
  driverId: string;
  coDriverId: string | null;
  name: string;
}

interface Options {
  /** All is assigned, refused or canceled. */
  onDone?: () => void;
}

/**
 * Assigns loads to a driver or to nobody, with undo. Asks first when the driver can't make a load, when that isn't known, and when somebody
 * was faster. Of several loads, each is checked right before it is given, so that the loads given before count. Every screen that accepts a
 * driver uses it, and must draw `question`.
 */
export function useAssign({ onDone = () => {} }: Options = {}) {
  const [assignLoad] = loadChangesApi.useAssignLoadMutation();
  const [findFits] = fitApi.useLazyFindFitsQuery();
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [pending, setPending] = useState<ReadonlyMap<string, Crew | null>>(new Map());

  const send = async (load: AssignedLoad, to: FitRow | null, { anyway, isDoubleBooked, isReplacing }: Consent) => {
    const miles = load.deadheadMiles === 0 ? to?.deadhead?.miles : undefined;
    setPending((before) => new Map(before).set(load.id, to && crewOf(to)));
    const answer = await assignLoad({
      ...suppressToast,
      params: { id: load.id },
      body: {
        driverId: to?.driverId ?? null,
        coDriverId: to?.teamPartnerId ?? null,
        confirmDoubleBooking: isDoubleBooked === true,
        ...(isReplacing === true ? {} : { seenDriverId: load.driverId }),
        ...(anyway === undefined ? {} : { anyway }),
        // Measured miles never replace miles that a person typed.
        ...(miles === undefined ? {} : { deadheadMiles: Math.min(miles, 20_000) }),
      },
    });
    setPending((before) => new Map([...before].filter(([id]) => id !== load.id)));
    return answer;
  };

  const putBack = (loads: readonly AssignedLoad[], to: FitRow | null) => {
    for (const { id, driverId, coDriverId, deadheadMiles } of loads) {
      const seenDriverId = to?.driverId ?? null;
      void assignLoad({ params: { id }, body: { driverId, coDriverId, deadheadMiles, confirmDoubleBooking: true, seenDriverId } });
    }
  };

  /** The driver's fit for a load, and all others. Without an answer it isn't known. */
  const check = async (load: AssignedLoad, to: FitRow): Promise<{ fit: FitRow; listed: readonly FitRow[] }> => {
    const { data } = await findFits({ body: { loadId: load.id } });
    return { fit: data?.rows.find(({ driverId }) => driverId === to.driverId) ?? uncheckedFit(to), listed: data?.rows ?? [] };
  };

  /** `at` is where the person pressed or dropped. Small questions appear there. */
  const assign = async (
    loads: readonly AssignedLoad[],
    to: FitRow | null,
    listed: readonly FitRow[] = [],
    at: AnchorBox | null = null,
  ): Promise<void> => {
    const done: AssignedLoad[] = [];
    for (const [index, load] of loads.entries()) {
      const others = loads.slice(index + 1);
      const checked = to === null ? null : index === 0 ? { fit: to, listed } : await check(load, to);
      if (checked !== null && needsConsent(checked.fit)) {
        tell(done, to);
        return setDoubt({ kind: 'fit', load, others, to: checked.fit, instead: bestOf(checked.listed, checked.fit), words: '', at });
      }
      if (!(await give(load, checked?.fit ?? null, {}, others, at))) return tell(done, to);
      done.push(load);
    }
    tell(done, to);
    onDone();
  };

  /** Whether it was assigned. If not, the failure or the question is shown. */
  const give = async (
    load: AssignedLoad,
    to: FitRow | null,
    consent: Consent,
    others: readonly AssignedLoad[],
    at: AnchorBox | null,
  ): Promise<boolean> => {
    const { error } = await send(load, to, consent);
    if (error === undefined) return true;
    const { type, message } = describeFailure(error);
    const code = failureCode(error);
    if (code === 'version_stale') setDoubt({ kind: 'meanwhile', load, others, to, instead: null, words: message, at, consent });
    else if (code === 'confirmation_needed' && to !== null) {
      // Another reason than the person was told.
      const fit = doubtedFit(error);
      if (fit !== null) setDoubt({ kind: 'fit', load, others, to: fit, instead: null, words: '', at, consent });
      else setDoubt({ kind: 'double-booking', load, others, to, instead: null, words: message, at, consent });
    } else {
      notify(type, message);
      onDone();
    }
    return false;
  };

  const giveAnyway = async ({ load, others, to, at, consent }: Doubt, more: Consent): Promise<void> => {
    setDoubt(null);
    if (!(await give(load, to, { ...consent, ...more }, others, at))) return;
    tell([load], to);
    const [next, ...rest] = others;
    if (next === undefined) return onDone();
    if (to === null) return assign([next, ...rest], null, [], at);
    const { fit, listed } = await check(next, to);
    await assign([next, ...rest], fit, listed, at);
  };

  const tell = (loads: readonly AssignedLoad[], to: FitRow | null) => {
    const [load] = loads;
    if (load === undefined) return;
    const what = loads.length === 1 ? load.loadNumber : `${loads.length} loads`;
    const lane = `${load.pickupCity} to ${load.deliveryCity}`;
    const look = to?.verdict === 'LOOK' ? to.reasons[0]?.words : undefined;
    notifyUndo({
      title: to === null ? `${what} unassigned` : `${what} assigned to ${to.name}`,
      ...(loads.length === 1 ? { line: look === undefined ? lane : `${lane}. ${look}` } : {}),
      onUndo: () => putBack(loads, to),
    });
  };

  const question: ReactNode =
    doubt === null ? null : (
      <AssignQuestion
        doubt={doubt}
        onInstead={(row) => {
          setDoubt(null);
          void assign([doubt.load, ...doubt.others], row, [], doubt.at);
        }}
        onAnyway={(anyway) => void giveAnyway(doubt, doubt.kind === 'fit' ? { anyway } : { isDoubleBooked: true })}
        onReplace={() => void giveAnyway(doubt, { isReplacing: true })}
        onClose={() => {
          setDoubt(null);
          onDone();
        }}
      />
    );
  return { assign, pending, question };
}

function crewOf({ driverId, teamPartnerId, name }: FitRow): Crew {
  return { driverId, coDriverId: teamPartnerId, name };
}

function bestOf(rows: readonly FitRow[], except: FitRow): FitRow | null {
  return rows.find(({ driverId, verdict }) => driverId !== except.driverId && (verdict === 'CAN' || verdict === 'LOOK')) ?? null;
}
