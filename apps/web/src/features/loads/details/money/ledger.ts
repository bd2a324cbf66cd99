import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { Load } from '@headhaul/contracts/loads/record';
import { type FeeStatus, feeTypes } from '@headhaul/domain/loads/fees';
import { factoringCents, isCounted, sumFees } from '@headhaul/domain/loads/money';
import { shownGross, shownLoadedMiles, shownLoadedRpm, shownRpm } from '@headhaul/domain/loads/shown';
import { formatShare } from '../../../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney } from '../../../../shared/format/money.ts';

/** A line of a load's money: what the broker pays, what the driver gets. */
export interface MoneyLine {
  key: string;
  name: string;
  note?: string;
  fee?: { id: string; status: FeeStatus };
  amounts: [brokerPays: string | null, driverGets: string | null];
  isTotal?: boolean;
}

type MoneyFacts = Pick<
  Load,
  | 'status'
  | 'linehaulCents'
  | 'fuelSurchargeCents'
  | 'driverPayCents'
  | 'countedPayCents'
  | 'billableFeesCents'
  | 'grossCents'
  | 'cutCents'
  | 'rc'
  | 'original'
  | 'fees'
  | 'factoringStatus'
  | 'countedFeeBps'
>;

const some = (cents: number) => (cents === 0 ? null : formatMoney(cents));

function feeLine(fee: LoadFee): MoneyLine {
  const { words, kind } = feeTypes[fee.type];
  const common = { key: fee.id, name: words, fee: { id: fee.id, status: fee.status } };
  const note = fee.reason === '' ? {} : { note: fee.reason };
  // A denied fee stays visible with the amount that was asked, and adds nothing.
  if (fee.status === 'DENIED') return { ...common, note: `${formatMoney(fee.brokerAmountCents)} asked`, amounts: ['$0', null] };
  if (kind === 'deduction') return { ...common, ...note, amounts: [formatMoney(-fee.brokerAmountCents), null] };
  if (kind === 'advance') {
    return { ...common, note: `${formatMoney(fee.brokerAmountCents)} came early, changes no total`, amounts: [null, null] };
  }
  if (kind === 'pass-through') {
    return {
      ...common,
      note: fee.reason === '' ? 'passes through' : fee.reason,
      amounts: [formatMoney(fee.brokerAmountCents), some(fee.driverAmountCents)],
    };
  }
  return { ...common, ...note, amounts: [formatMoney(fee.brokerAmountCents), some(fee.driverAmountCents)] };
}

/** Many brokers already start the number with "RC". */
export function formatRc(rc: string): string {
  return /^RC\b/i.test(rc) ? rc : `RC ${rc}`;
}

function linehaulNote({ rc, original, linehaulCents }: MoneyFacts): string | undefined {
  const was = original === null || original.linehaulCents === linehaulCents ? null : `was ${formatMoney(original.linehaulCents)}`;
  const parts = [rc === null ? null : formatRc(rc), was].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** What the cut waits for. */
function openNote({ countedPayCents, linehaulCents }: MoneyFacts): string {
  if (countedPayCents === null) return 'Before driver pay';
  return linehaulCents === 0 ? 'Rate not known' : 'Factor fee not known';
}

/** The ledger, added up as on paper: lines, gross, pass-throughs, deductions and advances, factoring, your cut. */
export function moneyLines(load: MoneyFacts): MoneyLine[] {
  const fees = sumFees(load.fees);
  const ofKind = (...kinds: string[]) => load.fees.filter(({ type }) => kinds.includes(feeTypes[type].kind)).map(feeLine);
  const gross = shownGross(load);
  const factoring = factoringCents({
    ...load,
    grossCents: gross ?? 0,
    factoringFeeBps: load.countedFeeBps,
    earlyPayCents: fees.earlyPayCents,
  });
  const pay = load.countedPayCents ?? 0;
  const note = linehaulNote(load);
  const isDraft = load.status === 'DRAFT';
  const isZero = !isDraft && !isCounted(load.status);
  return [
    {
      key: 'linehaul',
      name: load.status === 'TONU' ? 'TONU' : 'Linehaul',
      ...(note === undefined ? {} : { note }),
      amounts: [formatMoney(gross === null ? null : load.linehaulCents), some(pay)],
    },
    ...(load.fuelSurchargeCents === 0
      ? []
      : [{ key: 'surcharge', name: 'Fuel surcharge', amounts: [formatMoney(load.fuelSurchargeCents), null] } satisfies MoneyLine]),
    ...ofKind('billable'),
    {
      key: 'gross',
      name: 'Gross',
      ...(isDraft ? { note: 'counts when it is booked' } : isZero ? { note: 'counts as zero' } : {}),
      amounts: [formatMoney(gross), some(isZero || load.countedPayCents === null ? 0 : pay + fees.driverCents)],
      isTotal: true,
    },
    ...ofKind('pass-through', 'deduction', 'advance'),
    ...(factoring === 0
      ? []
      : [
          {
            key: 'factoring',
            name: 'Factoring',
            note: `${(load.countedFeeBps ?? 0) / 100}% of gross`,
            amounts: [formatMoney(-factoring), null],
          } satisfies MoneyLine,
        ]),
    load.cutCents === null
      ? { key: 'cut', name: 'Your cut', note: openNote(load), amounts: ['–', null], isTotal: true }
      : { key: 'cut', name: 'Your cut', ...cutNote(load, fees, factoring), amounts: [formatMoney(load.cutCents), null], isTotal: true },
  ];
}

function cutNote(
  load: MoneyFacts,
  { deductionCents, costCents, driverCents }: ReturnType<typeof sumFees>,
  factoring: number,
): { note?: string } {
  const passThrough = costCents - driverCents - deductionCents;
  const isByTerms = load.driverPayCents === 0 && (load.countedPayCents ?? 0) > 0;
  const less = [
    ...((load.countedPayCents ?? 0) + driverCents === 0 ? [] : [isByTerms ? 'driver by terms' : 'driver']),
    ...(passThrough === 0 ? [] : ['lumper']),
    ...(deductionCents === 0 ? [] : ['deductions']),
    ...(factoring === 0 ? [] : ['factoring']),
  ];
  return less.length === 0 ? {} : { note: ['gross', ...less].join(' − ') };
}

interface FigureOf {
  label: string;
  value: string;
  basis?: string;
}

function grossBasis(load: MoneyFacts, gross: number | null): string {
  if (gross === null) return 'Rate not known';
  const extra = gross - load.linehaulCents - load.fuelSurchargeCents;
  if (extra > 0) return `${formatMoney(gross - extra)} + ${formatMoney(extra)} fees`;
  return load.fuelSurchargeCents > 0 && gross > 0 ? `${formatMoney(load.fuelSurchargeCents)} surcharge in it` : 'Linehaul only';
}

/** The four figures of a load, each with its basis. Miles that nobody measured are marked as estimated. */
export function loadFigures(
  load: MoneyFacts & Pick<Load, 'statusBeforeProblem' | 'loadedMiles' | 'deadheadMiles' | 'milesSource'>,
): FigureOf[] {
  const { cutCents, loadedMiles, deadheadMiles } = load;
  const gross = shownGross(load);
  const isKnown = shownLoadedMiles(load) !== null;
  const miles = (count: number) =>
    isKnown ? `${count.toLocaleString('en-US')} mi${load.milesSource === 'ESTIMATE' ? ' estimated' : ''}` : 'Loaded miles not known';
  return [
    {
      label: 'Gross',
      value: formatMoney(gross),
      basis: grossBasis(load, gross),
    },
    {
      label: 'RPM, all miles',
      value: formatRpmMoney(shownRpm(load)),
      basis: miles(loadedMiles + deadheadMiles),
    },
    { label: 'RPM, loaded', value: formatRpmMoney(shownLoadedRpm(load)), basis: miles(loadedMiles) },
    cutCents === null
      ? { label: 'Your cut', value: '–', basis: openNote(load) }
      : {
          label: 'Your cut',
          value: formatMoney(cutCents),
          ...(gross !== null && gross > 0 ? { basis: `${formatShare(cutCents / gross)} of gross` } : {}),
        },
  ];
}
