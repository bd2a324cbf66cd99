import type { HoursRules } from './rules.ts';

/** What a driver has left, in whole minutes, as an ELD shows it. */
export interface Clocks {
  driveMinutes: number;
  shiftMinutes: number;
  /** Driving until the next 30-minute break. */
  breakMinutes: number;
  /** Null when it isn't known. Then it sets no limit until the first restart. */
  cycleMinutes: number | null;
}

/**
 * The clocks, and what the driver has been doing without interruption up to now. The shift begins with the first work: while its clock is
 * full, waiting takes nothing from it.
 */
export interface DutyState extends Clocks {
  /** Minutes off duty. */
  offMinutes: number;
  /** Minutes without driving. */
  stillMinutes: number;
}

/** After a rest. `cycleMinutes` is what the driver has left of the cycle, null when that isn't known. */
export function restedClocks(rules: HoursRules, cycleMinutes: number | null): Clocks {
  return {
    driveMinutes: rules.maxDriveMinutes,
    shiftMinutes: rules.maxShiftMinutes,
    breakMinutes: rules.maxUnbrokenMinutes,
    cycleMinutes,
  };
}

/** A driver with these clocks who has been off duty for `offMinutes`: 0 when at work. */
export function startDuty(clocks: Clocks, offMinutes: number, rules: HoursRules): DutyState {
  return stayOff({ ...clocks, offMinutes: 0, stillMinutes: 0 }, offMinutes, rules, 'counted');
}

export function isRested({ shiftMinutes }: Clocks, rules: HoursRules): boolean {
  return shiftMinutes === rules.maxShiftMinutes;
}

/** How long the driver may drive from now without stopping. */
export function drivableMinutes({ driveMinutes, shiftMinutes, breakMinutes, cycleMinutes }: Clocks): number {
  return Math.max(Math.min(driveMinutes, shiftMinutes, breakMinutes, cycleMinutes ?? Number.POSITIVE_INFINITY), 0);
}

export function drive(state: DutyState, minutes: number): DutyState {
  return {
    driveMinutes: state.driveMinutes - minutes,
    shiftMinutes: state.shiftMinutes - minutes,
    breakMinutes: state.breakMinutes - minutes,
    cycleMinutes: spend(state.cycleMinutes, minutes),
    offMinutes: 0,
    stillMinutes: 0,
  };
}

/** Work at a dock. It is allowed after the shift and the cycle have run out, driving isn't. */
export function work(state: DutyState, minutes: number, rules: HoursRules): DutyState {
  if (minutes === 0) return state;
  const stillMinutes = state.stillMinutes + minutes;
  return {
    driveMinutes: state.driveMinutes,
    shiftMinutes: Math.max(state.shiftMinutes - minutes, 0),
    breakMinutes: stillMinutes >= rules.breakMinutes ? rules.maxUnbrokenMinutes : state.breakMinutes,
    cycleMinutes: spend(state.cycleMinutes, minutes),
    offMinutes: 0,
    stillMinutes,
  };
}

/** Waiting, a break, a rest or a restart. `counted` means that the shift clock already includes these minutes. */
export function stayOff(state: DutyState, minutes: number, rules: HoursRules, shift: 'running' | 'counted' = 'running'): DutyState {
  const offMinutes = state.offMinutes + minutes;
  const stillMinutes = state.stillMinutes + minutes;
  const cycleMinutes = offMinutes >= rules.restartMinutes ? rules.maxCycleMinutes : state.cycleMinutes;
  if (offMinutes >= rules.restMinutes) return { ...restedClocks(rules, cycleMinutes), offMinutes, stillMinutes };
  const isShiftRunning = shift === 'running' && !isRested(state, rules);
  return {
    driveMinutes: state.driveMinutes,
    shiftMinutes: isShiftRunning ? Math.max(state.shiftMinutes - minutes, 0) : state.shiftMinutes,
    breakMinutes: stillMinutes >= rules.breakMinutes ? rules.maxUnbrokenMinutes : state.breakMinutes,
    cycleMinutes,
    offMinutes,
    stillMinutes,
  };
}

export interface NeededStop {
  kind: 'BREAK' | 'REST' | 'RESTART';
  minutes: number;
}

/** The stop after which a driver who may not drive now may drive again. What the driver has already been off counts. */
export function neededStop(state: DutyState, rules: HoursRules): NeededStop {
  if (state.cycleMinutes !== null && state.cycleMinutes <= 0) return { kind: 'RESTART', minutes: rules.restartMinutes - state.offMinutes };
  if (state.driveMinutes <= 0 || state.shiftMinutes <= 0) return { kind: 'REST', minutes: rules.restMinutes - state.offMinutes };
  return { kind: 'BREAK', minutes: rules.breakMinutes - state.stillMinutes };
}

function spend(cycleMinutes: number | null, minutes: number): number | null {
  return cycleMinutes === null ? null : Math.max(cycleMinutes - minutes, 0);
}
