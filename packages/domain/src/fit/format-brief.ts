import { driverStatusLabels } from '../drivers/status.ts';
import { equipmentLabels } from '../equipment.ts';
import { formatNearTime, formatSince } from '../time/when.ts';
import type { Fit } from './fit.ts';
import { describeDeadhead, type FormatContext, formatLate, formatMiles, formatReason, formatSpan, withArticle } from './format-reason.ts';
import type { Reason } from './reasons.ts';

/** The two lines of a bar of the week planner, each a few words. The second is empty when there is nothing to add. */
export interface FitBrief {
  fact: string;
  detail: string;
}

/** What `formatFit` says, in the room of a bar: "20 h early", "33 mi deadhead". */
export function formatBrief(fit: Fit, context: FormatContext): FitBrief {
  const [first] = fit.reasons;
  if (first === undefined) return { fact: 'Can make it', detail: describeTrip(fit) };
  if (fit.verdict === 'CANT' || fit.verdict === 'NOT_KNOWN') return describeReason(first, fit, context);
  const early = fit.reasons.find(({ kind }) => kind === 'PICKUP_EARLY');
  const isAboutPickup = first.kind === 'TIGHT' && first.role === 'THIS' && first.stop === 'PICKUP';
  return {
    fact: early === undefined ? 'Can make it' : formatEarly(early),
    detail: fit.verdict === 'LOOK' && !isAboutPickup ? formatLook(first, context) : describeTrip(fit),
  };
}

function formatEarly(reason: Reason): string {
  const minutes = 'minutes' in reason ? reason.minutes : 0;
  return minutes === 0 ? 'Just in time' : `${formatSpan(minutes, false)} early`;
}

function describeTrip(fit: Fit): string {
  return describeDeadhead(fit, ', after ')[0] ?? '';
}

function formatLook(reason: Reason, context: FormatContext): string {
  const words = formatReason(reason, context);
  // The place where the driver wants to be is in the tip.
  return reason.kind === 'HOME_MISSED' ? (words.split(',')[0] ?? words) : words;
}

function describeReason(reason: Reason, fit: Fit, context: FormatContext): FitBrief {
  const { nowMs, companyZone } = context;
  const since = (what: string, ms: number | null): FitBrief =>
    ms === null
      ? { fact: `${what} not known`, detail: describeTrip(fit) }
      : { fact: `${what} unknown`, detail: `since ${formatSince(ms, companyZone, nowMs)}` };
  switch (reason.kind) {
    case 'EQUIPMENT':
      return { fact: equipmentLabels[reason.has], detail: `Load needs ${withArticle(reason.needs)}` };
    case 'LENGTH':
      return { fact: `${reason.hasFt} ft trailer`, detail: `Load needs ${reason.needsFt} ft` };
    case 'WEIGHT':
      return { fact: 'Too heavy', detail: `Takes up to ${reason.maxLb.toLocaleString('en-US')} lb` };
    case 'TIME_OFF':
      return { fact: driverStatusLabels[reason.status], detail: `until ${formatNearTime(reason.untilMs, reason.timeZone, nowMs)}` };
    case 'ON_LOAD':
      return reason.isRolling
        ? { fact: `On ${reason.loadNumber}`, detail: fit.deadhead === null ? 'At that time' : `${formatMiles(fit.deadhead)} from pickup` }
        : { fact: `Has ${reason.loadNumber}`, detail: 'At the same time' };
    case 'PICKUP_LATE':
      return { fact: capitalize(formatLate(reason)), detail: describeDeadhead(fit, ' and ')[0] ?? 'At pickup' };
    case 'DELIVERY_LATE':
      return { fact: capitalize(formatLate(reason)), detail: 'At delivery' };
    case 'NEXT_LATE':
      return { fact: `${reason.loadNumber}: ${formatLate(reason)}`, detail: 'Next load would slip' };
    case 'HOURS':
      return { fact: 'Not enough hours', detail: `Needs ${formatSpan(reason.restMinutes, false)} of rest` };
    case 'LOCATION_UNKNOWN':
      return since('Location', reason.sinceMs);
    case 'HOURS_UNKNOWN':
      return since('Hours', reason.sinceMs);
    default:
      return { fact: formatReason(reason, context), detail: '' };
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
